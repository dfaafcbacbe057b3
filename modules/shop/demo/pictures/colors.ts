/** Mixes two colours `#rrggbb`; 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const [a, b] = [channels(from), channels(to)]
  return `#${a.map((value, i) => hex(value + ((b[i] ?? 0) - value) * share)).join('')}`
}

export const lighter = (color: string, share: number): string => mix(color, '#ffffff', share)

/** Towards a cool black: shadows of a studio are never pure black. */
export const darker = (color: string, share: number): string => mix(color, '#10131c', share)

/** How bright a colour looks, 0 to 1. */
export function brightness(color: string): number {
  const [r = 0, g = 0, b = 0] = channels(color)
  return (0.3 * r + 0.59 * g + 0.11 * b) / 255
}

const channels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
const hex = (value: number) =>
  Math.max(0, Math.min(255, Math.round(value)))
    .toString(16)
    .padStart(2, '0')

/** The colour that a value of a spec names; a second one for its pattern or sole. */
export const named: Readonly<Record<string, readonly [color: string, accent?: string]>> = {
  白色: ['#f1f0ec'],
  黑色: ['#2a2b30'],
  雾蓝: ['#8fa7bd'],
  蓝底白花: ['#4f74a8', '#f6f3ea'],
  杏底红花: ['#ecd3b4', '#c4473f'],
  黑底小菊: ['#2a2a31', '#f3d36b'],
  浅蓝: ['#a9c4de'],
  深蓝: ['#33507c'],
  象牙白: ['#efe9da'],
  雾霾蓝: ['#7f97ac'],
  黑白: ['#2b2d33', '#f4f4f2'],
  荧光绿: ['#b6e23a', '#2b3a1c'],
  浅灰: ['#c5c8cc', '#ffffff'],
  白灰: ['#f2f0ea', '#9a9c9f'],
  白蓝: ['#f2f0ea', '#3d66a8'],
  焦糖: ['#a8642f'],
  燕麦: ['#d9c7a8'],
  墨绿: ['#2f5143'],
  冰川银: ['#c3cbd2'],
  石墨黑: ['#33363c'],
  鼠尾草绿: ['#98a98c'],
  奶油白: ['#efe6d3'],
  曜石黑: ['#24262c'],
  远山青: ['#6d9596'],
  月光白: ['#eceae6'],
  陶瓷黑: ['#202227'],
  砂岩金: ['#c9a97d'],
  薄荷: ['#a9d8c3'],
  樱粉: ['#f0bcc6'],
  雾灰: ['#b3b6b8'],
  豆沙: ['#b46f6c'],
  海盐蓝: ['#9db9c9'],
  奶白: ['#f1eadc'],
  珊瑚: ['#ee7f68'],
  原钢: ['#b9bfc5'],
  深紫: ['#55407a'],
  灰粉: ['#c99fa2'],
  藏青: ['#2b3a5c'],
  卡其: ['#b79f73'],
  森林绿: ['#3f6248'],
  岩黑: ['#34373c', '#d8672f'],
  橙红: ['#e05a2b', '#2c2f36'],
  哑黑: ['#2b2d31', '#6f757d'],
  白橙: ['#f1f0ed', '#e9772c'],
  枫叶: ['#a63d2b'],
  正红: ['#c01f2e'],
  奶茶: ['#b5806a'],
  梅子: ['#7d2b46'],
  裸粉: ['#d69a8d'],
  坚果可可: ['#6b4630'],
  柑橘花香: ['#e39a3b'],
  焦糖浓郁: ['#a85d26'],
  混合装: ['#3f6b62'],
  红轴: ['#c0433a'],
  茶轴: ['#8a6140'],
  静音轴: ['#e3e3df'],
  青轴: ['#3c8fb8'],
  一年级: ['#e6a23a'],
  三年级: ['#3f8f8a'],
  五年级: ['#5a62b0'],
}
