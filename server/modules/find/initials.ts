import { pinyin } from 'pinyin-pro'

/** The first letters of a text's Chinese syllables, everything else as it is, in lower case: `银行卡 VIP` → `yhkvip`. */
export function initialsOf(text: string): string {
  return pinyin(text, { pattern: 'first', toneType: 'none', type: 'array' }).join('').replace(/\s+/g, '').toLowerCase()
}

/** Whether a text has Chinese characters: nothing else is found by initials. */
export function isChinese(text: string): boolean {
  return /\p{Script=Han}/u.test(text)
}
