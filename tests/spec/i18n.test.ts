import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dateTimeText } from '../../src/renderers/cells/clock.ts'
import { greeting } from '../../src/renderers/shell/frame/greeting.ts'
import { createWords } from '../../src/runtime/i18n/words.ts'
import { memoryStorage } from '../../src/runtime/platform.ts'
import { createStores } from '../../src/runtime/stores/stores.ts'
import { parseDateTime } from '../../src/schemas/kinds/clock.ts'
import { flattenMessages, type Locale, locales } from '../../src/schemas/language/words.ts'
import { littleServer, testRuntime } from '../runtime/support.ts'

const folders = ['src/schemas/words', 'modules/shop/words']

/** All shared words of a language, by key. */
function words(locale: Locale): Record<string, string> {
  const files = folders.flatMap((folder) => readdirSync(join(folder, locale)).map((name) => join(folder, locale, name)))
  return Object.assign({}, ...files.map((file) => flattenMessages(JSON.parse(readFileSync(file, 'utf8')))))
}

describe('section 9, languages zh-cn and en', () => {
  const stored: [layout: string | undefined, lang: Locale][] = [
    [undefined, 'zh-cn'],
    ['{"lang":"en"}', 'en'],
    ['{"lang":"zh-cn"}', 'zh-cn'],
    ['{"lang":"fr"}', 'zh-cn'],
    ['{"lang":7}', 'zh-cn'],
    ['{"lang":"en"', 'zh-cn'],
  ]
  test.each(stored)('storeConfig_v2 %j: %s', (layout, lang) => {
    const storage = memoryStorage(layout === undefined ? {} : { storeConfig_v2: layout })
    expect(createStores(storage, undefined).stores.layout.lang).toBe(lang)
  })

  test('the choice is stored, and the page reloads', async () => {
    const server = await littleServer(() => ({}))
    let reloads = 0
    const { runtime, storage } = testRuntime(server.url, { platform: { reload: () => void reloads++ } })
    runtime.setLanguage('zh-cn')
    expect(reloads).toBe(1)
    await expect.poll(() => JSON.parse(storage.get('storeConfig_v2') ?? '{}').lang).toBe('zh-cn')
  })

  test('a word that is nowhere is its own key, and is warned of once', async () => {
    const said: unknown[] = []
    const log = { warn: (...parts: unknown[]) => void said.push(...parts), error: () => undefined }
    const dictionary = createWords('en', async () => [{ there: 'Here' }], log)
    await dictionary.load()
    expect([dictionary.t('there'), dictionary.t('gone'), dictionary.t('gone')]).toEqual(['Here', 'gone', 'gone'])
    expect(said).toEqual(['no word "gone" in en'])
  })
})

describe('the shared words', () => {
  test('are the same in every language, with the same placeholders, and none is empty', () => {
    const [first = {}, ...others] = locales.map(words)
    // Each form of a text with one for a single thing and one for several (`{n} row|{n} rows`).
    const holes = (text = '') =>
      new Set(
        text.split('|').map((form) =>
          [...form.matchAll(/\{(\w+)\}/g)]
            .map(([, name]) => name)
            .sort()
            .join(),
        ),
      )
    for (const other of others) {
      expect(Object.keys(other).sort()).toEqual(Object.keys(first).sort())
      const differ = Object.keys(first).filter((key) => [...holes(first[key])].join(' | ') !== [...holes(other[key])].join(' | '))
      expect(differ).toEqual([])
    }
    for (const locale of locales) expect(Object.entries(words(locale)).filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('none is left over: the code names each of them', () => {
    const sources = ['src', 'server', 'modules', 'codegen', 'scripts'].flatMap((dir) =>
      readdirSync(dir, { recursive: true, encoding: 'utf8' }).flatMap((name) => (/\.tsx?$/.test(name) ? [join(dir, name)] : [])),
    )
    const code = sources.map((path) => readFileSync(path, 'utf8')).join('\n')
    const named = new Set([...code.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, key]) => key))
    const made = [...code.matchAll(/`([a-z-]+\.(?:[\w.-]|\$\{[^{}]*\})*\$\{[^`]*?)`/gi)].map(
      ([, key = '']) => new RegExp(`^${key.replaceAll('.', '\\.').replace(/\$\{[^{}]*\}/g, '[\\w.-]+')}$`),
    )
    const isNamed = (key: string) => named.has(key) || made.some((shape) => shape.test(key))
    // Errors are named by what follows; the words of pages are asked for by their structure, which the checker looks at.
    const ofPages = /^(fields|actions|errors|validate|tabs|filters|nodes|options|table|switch|check)\./
    const left = Object.keys(words('en')).filter((key) => !ofPages.test(key) && !isNamed(key))
    // Section 8: "also defined".
    expect(left.filter((key) => !key.startsWith('ui.navigation.'))).toEqual([])
  })
})

test('what has completed is called so, as a state and as a time; only a runner finishes', () => {
  const files = ['src/schemas/pages', 'modules/shop/pages'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      /\ben\.json$/.test(name) ? [join(folder, name)] : [],
    ),
  )
  const texts = files.flatMap((file) => Object.entries(flattenMessages(JSON.parse(readFileSync(file, 'utf8')))))
  expect(
    new Set(texts.flatMap(([key, text]) => (text === 'Finished' ? [key.replace(/^related\.results/, 'fields')] : []))),
  ).toEqual(new Set(['fields.finish.options.ok']))
  const times = texts.filter(([key]) => /^fields\.finish(?:ed)?_time\.label$/.test(key))
  expect(times.length).toBeGreaterThan(4)
  expect(new Set(times.map(([, text]) => text))).toEqual(new Set(['Completed']))
  // Jobs, orders and refunds, wherever their states are listed.
  const states = texts.filter(([key]) => /(?:^|\.)(?:status|state)\.options\.\w+$/.test(key))
  expect(states.filter(([, text]) => /^(?:Done|Finished)\b/.test(text))).toEqual([])
})

const hours: [hour: number, en: string, zh: string][] = [
  [0, 'Up late', '夜深了'],
  [4, 'Up late', '夜深了'],
  [5, 'Good morning', '早上好'],
  [8, 'Good morning', '早上好'],
  [9, 'Good morning', '上午好'],
  [11, 'Good morning', '上午好'],
  [12, 'Hello', '中午好'],
  [13, 'Hello', '中午好'],
  [14, 'Good afternoon', '下午好'],
  [17, 'Good afternoon', '下午好'],
  [18, 'Good evening', '晚上好'],
  [23, 'Good evening', '晚上好'],
]
test.each(hours)('section 4, greeting at %d: %s, %s', (hour, en, zh) => {
  const key = `ui.shell.greeting.${greeting(hour)}`
  expect([words('en')[key], words('zh-cn')[key]]).toEqual([en, zh])
})

const dates: [value: unknown, seconds: number | null][] = [
  [1_795_280_966, 1_795_280_966],
  ['1795280966', 1_795_280_966],
  [1_795_280_966_999, 1_795_280_966],
  ['1795280966999', 1_795_280_966],
  [0, 0],
  ['', null],
  [null, null],
  [undefined, null],
]
test.each(dates)('section 9, dates: %j is %j in seconds', (value, seconds) => {
  expect(parseDateTime(value)).toBe(seconds)
})

test.each([
  [1_795_280_966, '2026-11-22 01:09:26'],
  ['1795280966', '2026-11-22 01:09:26'],
  [1_795_280_966_999, '2026-11-22 01:09:26'],
])('section 9, date format yyyy-mm-dd hh:MM:ss: %j is %s', (value, text) => {
  expect(dateTimeText(value, 'Asia/Shanghai').replace(/\.\d+$/, '')).toBe(text)
})
