import { mkdirSync, writeFileSync } from 'node:fs'
import { demoPapers } from '../modules/shop/demo/files.ts'
import { demoTiles } from '../modules/shop/demo/goods/tiles.ts'

// node scripts/demoTiles.ts: draws the pictures of the demo shop, and writes its price list, into the module's public/demo, from where they are served as they are.
const folder = 'modules/shop/public/demo'
mkdirSync(folder, { recursive: true })
for (const [name, text] of [...demoTiles(), ...demoPapers()]) writeFileSync(`${folder}/${name}`, text)
