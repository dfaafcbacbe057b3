import 'primeicons/primeicons.css'
import { createRoot } from 'react-dom/client'
import '../renderers/theme/index.css'
import { fetchWords } from '../main/files.ts'
import { createWords } from '../runtime/i18n/words.ts'
import type { Locale } from '../schemas/language/words.ts'
import en from './en.json'
import { Gallery } from './Gallery.tsx'
import { GoodsForm } from './GoodsForm.tsx'
import { galleryPage } from './page.ts'
import zhCn from './zh-cn.json'

// npm run dev, then /src/gallery/?lang=en&theme=dark
const query = new URLSearchParams(location.search)
const lang: Locale = query.get('lang') === 'en' ? 'en' : 'zh-cn'
const dark = query.get('theme') === 'dark'
document.documentElement.lang = lang === 'en' ? 'en' : 'zh-CN'
document.documentElement.classList.toggle('dark', dark)
/** Words that elsewhere travel with the pages that have the kind. */
const kindWords: Readonly<Record<Locale, () => Promise<{ default: Record<string, string> }>>> = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/kinds'),
  en: () => import('virtual:kontor/words/en/kinds'),
}

const words = createWords(
  lang,
  async (l) => [...(await fetchWords(l)), (await kindWords[l]()).default, lang === 'en' ? en : zhCn],
  console,
)
await words.load()
const root = document.getElementById('root')
const given = { lang, t: words.t, find: words.find }
// ?goods=1000 shows the form of a product with that many SKUs in the place of the catalogue.
const goods = query.get('goods')
if (root)
  createRoot(root).render(
    goods === null ? (
      <Gallery page={galleryPage()} words={given} dark={dark} />
    ) : (
      <GoodsForm words={given} count={Number(goods)} />
    ),
  )
