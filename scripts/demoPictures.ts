import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { demoPapers } from '../modules/shop/demo/files.ts'
import { demoPictures } from '../modules/shop/demo/pictures/pictures.ts'

// node scripts/demoPictures.ts: draws the pictures of the demo shop, and writes its price list, into the module's public/demo, from where they are served as they are.
const folder = 'modules/shop/public/demo'
const files = new Map([...demoPictures(), ...demoPapers()])
mkdirSync(folder, { recursive: true })
for (const name of readdirSync(folder)) if (name.endsWith('.svg') && !files.has(name)) rmSync(`${folder}/${name}`)
for (const [name, text] of files) writeFileSync(`${folder}/${name}`, text)
