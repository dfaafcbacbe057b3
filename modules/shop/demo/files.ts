import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Writer } from '../../../server/core/db/connect.ts'
import { classes } from './goods/catalogue.ts'
import { insert } from './goods/goods.ts'

/** A table as spreadsheets read it: byte order mark and CRLF. */
const table = (...lines: readonly (readonly string[])[]) => `\uFEFF${lines.map((line) => line.join(',')).join('\r\n')}\r\n`

/** Papers of the demo shop as tables, by file name below the module's public/demo. */
export function demoPapers(): Map<string, string> {
  const goods = classes.flatMap((top) => top.goods.map((each) => ({ top: top.name, ...each })))
  return new Map([
    ['price-list.csv', table(['分类', '商品', '价格'], ...goods.map(({ top, name, price }) => [top, name, price]))],
    ['stocktaking.csv', table(['商品', '账面库存', '实盘数量', '差异说明'], ...goods.map(({ name }) => [name, '', '', '']))],
    [
      'size-chart.csv',
      table(
        ['尺码', '身高', '胸围', '腰围'],
        ['S', '160', '84', '68'],
        ['M', '165', '88', '72'],
        ['L', '170', '92', '76'],
        ['XL', '175', '96', '80'],
      ),
    ],
    [
      'delivery-times.csv',
      table(
        ['地区', '快递时效'],
        ['江浙沪', '1 至 2 天'],
        ['华北、华中、华南', '2 至 3 天'],
        ['东北、西南', '3 至 4 天'],
        ['新疆、西藏、青海、内蒙古', '5 至 7 天'],
      ),
    ],
    [
      'packing-rules.csv',
      table(
        ['品类', '包装', '缓冲'],
        ['服饰', '自封袋加快递袋', '无需'],
        ['手机数码', '五层纸箱', '气泡柱'],
        ['食品', '三层纸箱', '填充纸'],
        ['美妆', '五层纸箱', '珍珠棉'],
      ),
    ],
  ])
}

interface DemoFile {
  /** Address on the site. */
  url: string
  name: string
  topic: string
  /** Key of the administrator. */
  admin: number
}

const two = (n: number) => String(n).padStart(2, '0')
const numbered = (count: number, make: (n: number) => DemoFile): DemoFile[] =>
  Array.from({ length: count }, (_, i) => make(i + 1))
const picture = (file: string, name: string, topic: string, admin = 2): DemoFile => ({
  url: `/demo/${file}.svg`,
  name: `${name}.svg`,
  topic,
  admin,
})
const paper = (file: string, name: string, admin: number): DemoFile => ({ url: `/demo/${file}`, name, topic: 'library', admin })

/** Newest last, as uploads come. The pictures are those of the shop's screens: the list tells where they are used. */
const files: readonly DemoFile[] = [
  ...numbered(8, (n) => picture(`class-${n}`, `分类图-${n}`, 'goods')),
  ...numbered(60, (n) => picture(`goods-${two(n)}`, `商品主图-${two(n)}`, 'goods')),
  ...numbered(36, (n) => picture(`goods-${two(n)}-2`, `商品细节-${two(n)}`, 'goods')),
  ...numbered(10, (n) => picture(`company-${n}`, `快递公司-${n}`, 'default', 1)),
  ...numbered(18, (n) => picture(`points-${two(n)}`, `积分商品-${two(n)}`, 'points')),
  ...numbered(8, (n) => picture(`banner-${n}`, `轮播图-${n}`, 'banner')),
  ...numbered(8, (n) => picture(`banner-${n}-mobile`, `轮播图-手机-${n}`, 'banner')),
  ...numbered(8, (n) => picture(`competition-${n}`, `赛事海报-${n}`, 'competition')),
  ...numbered(24, (n) => picture(`team-${two(n)}`, `队徽-${two(n)}`, 'competition')),
  { url: '/audio/order.wav', name: '新订单提示音.wav', topic: 'library', admin: 1 },
  { url: '/audio/refund.wav', name: '退款提示音.wav', topic: 'library', admin: 1 },
  paper('price-list.csv', '商品价目表.csv', 2),
  paper('size-chart.csv', '尺码对照表.csv', 2),
  paper('stocktaking.csv', '盘点表.csv', 3),
  paper('delivery-times.csv', '物流时效表.csv', 3),
  paper('packing-rules.csv', '包装规范.csv', 3),
  paper('return-form.pdf', '退货登记表.pdf', 4),
]

const mimetypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.csv': 'text/csv',
  '.pdf': 'application/pdf',
  '.wav': 'audio/wav',
}
const day = 86_400
/** Days from the first upload to the last, three days before the clock of the demo shop. */
const over = 80

/** Rows for files that the site itself brings along: they are there wherever the demo shop is, and go with no row. */
export async function seedFiles(trx: Writer, now: number): Promise<void> {
  await insert(
    trx,
    'attachment',
    files.map(({ url, name, topic, admin }, i) => {
      const folder = url.startsWith('/demo/') ? '../public' : '../../../public'
      const content = readFileSync(new URL(folder + url, import.meta.url))
      const suffix = extname(url)
      const [, width = '0', height = '0'] =
        suffix === '.svg' ? (/ width="(\d+)" height="(\d+)"/.exec(content.toString()) ?? []) : []
      const time = now - Math.round((3 + over * (1 - i / (files.length - 1))) * day)
      return {
        topic,
        admin_id: admin,
        user_id: 0,
        url,
        name,
        suffix: suffix.slice(1),
        mimetype: mimetypes[suffix],
        size: content.length,
        width: Number(width),
        height: Number(height),
        quote: 1,
        storage: 'site',
        sha1: createHash('sha1').update(content).digest('hex'),
        last_upload_time: time,
        create_time: time,
        update_time: time,
      }
    }),
  )
}
