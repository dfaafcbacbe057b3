import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Writer } from '../../../server/core/db/connect.ts'
import { classes } from './goods/catalogue.ts'
import { insert } from './goods/goods.ts'

/** The prices of the demo shop as a table, by file name below the module's public/demo; byte order mark and CRLF as a spreadsheet wants them. */
export function demoPapers(): Map<string, string> {
  const lines = classes.flatMap((top) => top.goods.map((goods) => [top.name, goods.name, goods.price].join(',')))
  return new Map([['price-list.csv', `\uFEFF${['分类,商品,价格', ...lines].join('\r\n')}\r\n`]])
}

interface DemoFile {
  /** Below public/demo, from where the site serves it. */
  file: string
  name: string
  topic: string
  /** Key of the administrator. */
  admin: number
  /** Days before the clock of the demo shop. */
  age: number
}

/** Newest last, as uploads come. The pictures are those of the goods and carriers: the list tells where they are used. */
const files: readonly DemoFile[] = [
  ...[1, 9, 17, 25].map((n, i) => ({
    file: `goods-${String(n).padStart(2, '0')}.svg`,
    name: `商品主图-${String(n).padStart(2, '0')}.svg`,
    topic: 'goods',
    admin: 2,
    age: 80 - i,
  })),
  { file: 'class-1.svg', name: '分类图-服饰.svg', topic: 'goods', admin: 2, age: 60 },
  { file: 'company-1.svg', name: '顺丰标志.svg', topic: 'default', admin: 1, age: 42 },
  { file: 'price-list.csv', name: '商品价目表.csv', topic: 'library', admin: 2, age: 9 },
  { file: 'return-form.pdf', name: '退货登记表.pdf', topic: 'library', admin: 4, age: 3 },
]

const mimetypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.csv': 'text/csv',
  '.pdf': 'application/pdf',
}
/** Width and height of the square pictures, by the first word of their name. */
const sizes: Readonly<Record<string, number>> = { goods: 600, class: 600, company: 160 }
const day = 86_400

/** Rows for files that the site itself brings along: they are there wherever the demo shop is, and go with no row. */
export async function seedFiles(trx: Writer, now: number): Promise<void> {
  await insert(
    trx,
    'attachment',
    files.map(({ file, name, topic, admin, age }) => {
      const content = readFileSync(new URL(`../public/demo/${file}`, import.meta.url))
      const suffix = extname(file)
      const picture = sizes[file.split('-')[0] ?? ''] ?? 0
      const time = now - age * day
      return {
        topic,
        admin_id: admin,
        user_id: 0,
        url: `/demo/${file}`,
        name,
        suffix: suffix.slice(1),
        mimetype: mimetypes[suffix],
        size: content.length,
        width: picture,
        height: picture,
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
