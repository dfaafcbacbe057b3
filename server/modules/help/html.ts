import type { Locale } from '../../../src/schemas/language/words.ts'

/** Where help is. */
export const helpPrefix = '/docs/'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as HTML that shows it. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const langTags: Readonly<Record<Locale, string>> = { 'zh-cn': 'zh-CN', en: 'en' }
const langNames: Readonly<Record<Locale, string>> = { 'zh-cn': '中文', en: 'English' }

/** A link to another page of help, in the same language. */
export const helpLink = (path: string, title: string, lang: Locale): string =>
  `<a href="${helpPrefix}${encodeURI(path)}?lang=${lang}">${escapeHtml(title)}</a>`

/** A page of help: `path` is its own, `main` its HTML. */
export function documentOf({ path, title, main, lang }: { path: string; title: string; main: string; lang: Locale }): string {
  const other: Locale = lang === 'en' ? 'zh-cn' : 'en'
  return `<!doctype html>
<html lang="${langTags[lang]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${helpPrefix}help.css">
</head>
<body>
<nav lang="${langTags[other]}">${helpLink(path, langNames[other], other)}</nav>
<main>
${main}
</main>
</body>
</html>
`
}

/** The look of help, in light and dark. */
export const helpStyle = `:root{color-scheme:light dark}
body{margin:0 auto;padding:1rem;max-width:46rem;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
nav{text-align:end}
h1{font-size:1.6rem;line-height:1.3}
h2{font-size:1.15rem;margin:2rem 0 .5rem}
dl>div{padding:.5rem 0;border-top:1px solid color-mix(in srgb,currentColor 18%,transparent)}
dt{font-weight:600}
dd{margin:0}
li{margin:.25rem 0}
a{color:light-dark(#1d4ed8,#93c5fd)}
`
