import { build, type Rollup } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser, type TestBrowser } from '../harness/browser/browser.ts'

let browser: TestBrowser
let code = ''
beforeAll(async () => {
  browser = await openBrowser()
  const entry = 'src/renderers/ui/rich/purify.ts'
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'purify' } },
  })
  const [first] = Array.isArray(made) ? made : [made]
  code = (first as Rollup.RollupOutput).output[0].code
})
afterAll(() => browser?.close())

/** What the browser's cleaning leaves of each text. */
async function cleaned(texts: readonly string[]): Promise<string[]> {
  const page = await browser.page()
  await page.addScriptTag({ content: code })
  const out = await page.evaluate(
    (all) => all.map((text) => (window as unknown as { purify: { cleanHtml(html: string): string } }).purify.cleanHtml(text)),
    [...texts],
  )
  await page.close()
  return out
}

it('the browser takes out of rich text what the list does not name, whatever the server did', async () => {
  const texts = [
    '<p>a<script>alert(1)</script></p>',
    '<p onclick="alert(1)" id="root" name="x" style="color:red" class="k-btn ql-align-center">b</p>',
    '<a href="javascript:alert(1)">c</a>',
    '<a href="java&#9;script:alert(1)">d</a>',
    '<img src="data:image/png;base64,AAAA"><img src="//evil.example/x.png"><p>e</p>',
    '<svg><animate onbegin=alert(1)></svg><math><mtext><mglyph><style></style></mglyph></mtext></math><p>f</p>',
    '<iframe src="https://evil.example"></iframe><form><input></form><p>g</p>',
    '<video src="https://evil.example/a.mp4" autoplay></video><video src="/a.txt"></video><p class="ql-color-evil ql-size-huge">h</p>',
  ]
  const link = 'target="_blank" rel="noopener noreferrer"'
  expect(await cleaned(texts)).toEqual([
    '<p>a</p>',
    '<p class="ql-align-center">b</p>',
    `<a ${link}>c</a>`,
    `<a ${link}>d</a>`,
    '<p>e</p>',
    '<p>f</p>',
    '<p>g</p>',
    '<p class="ql-size-huge">h</p>',
  ])
  browser.expectNoProblems()
})

it('the browser keeps what the server keeps', async () => {
  const html =
    '<h2>T</h2><p class="ql-align-right"><strong>b</strong> <em>i</em></p><ul><li>one</li></ul><blockquote>q</blockquote><pre>c</pre>' +
    '<p><a href="https://example.com" target="_blank" rel="noopener noreferrer">l</a><img src="/storage/a.png" alt="a"></p>' +
    '<table><tbody><tr><th scope="col">h</th></tr><tr><td colspan="2">1</td></tr></tbody></table>' +
    '<p><span class="ql-color-red ql-bg-grey">c</span></p><video src="/storage/a.mp4" controls="controls" preload="metadata"></video>'
  expect(await cleaned([html])).toEqual([html])
})
