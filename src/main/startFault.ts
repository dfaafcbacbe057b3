/** In both languages, as it is the words that may be missing. */
const texts = [
  { lang: 'zh-CN', title: '页面无法打开', text: '无法连接服务器，或有文件未能加载。请检查网络后重试。', again: '重试' },
  {
    lang: 'en',
    title: 'The page could not be opened',
    text: 'The server cannot be reached, or a file did not load. Check the network and try again.',
    again: 'Try again',
  },
] as const

/** Stands in the place of a white page when code or words of the start could not be loaded. */
export function showStartFault(error: unknown): void {
  console.error(error)
  const root = document.getElementById('root')
  if (!root || root.childElementCount > 0) return
  const main = make(
    'main',
    'k-empty',
    texts.flatMap(({ lang, title, text, again }) => [
      make('h1', 'k-empty-title', title, lang),
      make('p', 'k-empty-text', text, lang),
      makeButton(again, lang),
    ]),
  )
  main.setAttribute('role', 'alert')
  root.append(make('div', 'k-lone k-lone-main', [main]))
}

function makeButton(text: string, lang: string): HTMLElement {
  const button = make('button', 'k-btn k-btn-primary', text, lang)
  // A reload without a server would leave the person with less than this page.
  button.onclick = () =>
    void fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
      () => location.reload(),
      () => undefined,
    )
  return button
}

function make(tag: string, className: string, inner: string | HTMLElement[], lang = ''): HTMLElement {
  const element = document.createElement(tag)
  element.className = className
  if (lang) element.lang = lang
  element.append(...(typeof inner === 'string' ? [inner] : inner))
  return element
}
