import { describe, expect, test } from 'vitest'
import { openPackage } from '../../codegen/package/open.ts'
import { PackageError, type PackageLimits } from '../../codegen/package/packageError.ts'
import { goodFiles, keyPair, packOf, type RawFile, rawZip, signedFiles } from './packages.ts'

const keys = keyPair()
const strangers = keyPair()
const good = await goodFiles()
const limits: Partial<PackageLimits> = { files: 40 }
const open = (bytes: Buffer, more: Partial<PackageLimits> = {}) =>
  openPackage(bytes, { keys: [keys.publicKey], limits: { ...limits, ...more } })

type Files = Map<string, Buffer>
const svg = (inside: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`)
/** Good files with one more, or another content of one; the publisher has signed them. */
const withFile = (name: string, content: string | Buffer) => (files: Files) => files.set(name, Buffer.from(content))
const replaced = (name: string, from: string, to: string) => (files: Files) =>
  files.set(name, Buffer.from(String(files.get(name)).replace(from, to)))
const deep = `${'['.repeat(60)}${']'.repeat(60)}`
const page = 'pages/suppliers/supplier/page.json'
const words = 'pages/suppliers/supplier/en.json'

/** What a publisher with a trusted key could put into a package. */
const contents: [string, (files: Files) => unknown, RegExp][] = [
  ['a path that leads out', withFile('../../etc/evil.json', '{}'), /evil\.json: the name leads out of the package/],
  ['an absolute path', withFile('/etc/evil.json', '{}'), /evil\.json: the name is absolute/],
  ['a path with a drive', withFile('C:/evil.json', '{}'), /evil\.json: the name is absolute/],
  ['a backslash', withFile('pages\\evil.json', '{}'), /the name has a backslash/],
  ['a control character', withFile('pages/a\u0001/page.json', '{}'), /a name has letters from a to z/],
  ['a dot file', withFile('pages/.git/page.json', '{}'), /whose name begins with a dot/],
  ['a name that is too long', withFile(`pages/${'a'.repeat(160)}/page.json`, '{}'), /longer than 150 characters/],
  ['a path that is too deep', withFile(`pages/${'a/'.repeat(9)}page.json`, '{}'), /more than 7 folders/],
  ['a device of Windows', withFile('entities/con.json', '{}'), /con\.json: Windows has no files of this name/],
  ['a twin in another case', withFile('assets/LOGO.svg', svg('')), /same file as/],
  ['a letter with two spellings', withFile('assets/e\u0301.svg', svg('')), /a name has letters from a to z/],
  [
    'a file that is a folder too',
    withFile('pages/suppliers/supplier/page.json/page.json', '{}'),
    /is a file, so there can be nothing/,
  ],
  ['code', withFile('server/evil.ts', 'process.exit()'), /evil\.ts: a package holds data only/],
  ['a script', withFile('assets/evil.js', 'alert(1)'), /evil\.js: a package holds data only/],
  ['a file outside of the layout', withFile('package.json', '{}'), /it is not where modules have files/],
  [
    'too many files',
    (files) => Array.from({ length: 40 }, (_, i) => files.set(`entities/a${i}.json`, Buffer.from('{}'))),
    /at most 40 are allowed/,
  ],
  ['a bomb', withFile('entities/a.json', JSON.stringify({ a: ' '.repeat(1_000_000) })), /more than 100 times larger than packed/],
  ['a script in words', replaced(words, '"Name"', '"<script>alert(1)</script>"'), /en\.json: fields\.name\.label has a script/],
  ['HTML in help', replaced(words, 'Days from', '<b>Days</b> from'), /en\.json: fields\.payment_days\.help has HTML/],
  ['HTML in the title', replaced('module.json', '"Suppliers"', '"<i>Suppliers</i>"'), /module\.json: title_en has HTML/],
  [
    'a handler in a page',
    replaced(page, '"a few thousand suppliers"', '"<img src=x onerror=alert(1)>"'),
    /has a script in its text/,
  ],
  ['an address of a script', replaced('menus/admin.json', 'pi pi-truck', 'javascript:alert(1)'), /has a script in its text/],
  ['a drawing with a script', withFile('assets/logo.svg', svg('<script>alert(1)</script>')), /may not have the element <script>/],
  ['a drawing with a handler', withFile('assets/logo.svg', svg('<path onload="alert(1)"/>')), /may not have the handler onload/],
  ['a drawing with HTML', withFile('assets/logo.svg', svg('<foreignObject/>')), /may not have the element <foreignObject>/],
  [
    'a drawing with a picture from elsewhere',
    withFile('assets/logo.svg', svg('<image href="https://evil.example/a.png"/>')),
    /the element <image>/,
  ],
  [
    'a drawing that refers elsewhere',
    withFile('assets/logo.svg', svg('<use href="https://evil.example/a#b"/>')),
    /anything outside: href/,
  ],
  [
    'a drawing that refers elsewhere by xlink',
    withFile('assets/logo.svg', svg('<use xlink:href="//evil.example/a#b"/>')),
    /outside: xlink:href/,
  ],
  [
    'a drawing with a style from elsewhere',
    withFile('assets/logo.svg', svg('<path style="fill:url(https://evil.example/a)"/>')),
    /anything outside: style/,
  ],
  ['a drawing with entities', withFile('assets/logo.svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'), /may not have a DOCTYPE/],
  [
    'a script under another prefix',
    withFile('assets/logo.svg', svg('<x:script xmlns:x="http://www.w3.org/2000/svg"/>')),
    /the element <x:script>/,
  ],
  ['a page that is called a drawing', withFile('assets/logo.svg', '<html></html>'), /it is no SVG drawing/],
  ['a picture that is none', withFile('assets/a.png', '<html></html>'), /a\.png: it is no picture/],
  ['a webp that is a PNG', withFile('assets/a.webp', Buffer.from('89504e470d0a1a0a', 'hex')), /a\.webp: it is no picture/],
  ['deep JSON', withFile('entities/a.json', deep), /more than 40 levels/],
  ['the key __proto__', withFile('entities/a.json', '{"__proto__": {}}'), /entities\/a\.json:1:2.*__proto__/],
  ['the key __proto__ in disguise', withFile('entities/a.json', '{"__pro\\u0074o__": {}}'), /__proto__/],
  ['a key that is there twice', withFile('entities/a.json', '{"a": 1, "a": 2}'), /a\.json:1:10 a: the key "a" stands here twice/],
  ['JSON with comments', withFile('entities/a.json', '{} // a'), /a\.json.*not valid JSON/],
  ['bytes that are no text', withFile('entities/a.json', Buffer.from([0x22, 0xff, 0x22])), /it is not UTF-8/],
  [
    'a manifest of its own',
    replaced('module.json', '"uid": "suppliers"', '"uid": "suppliers", "uid": "shop"'),
    /module\.json.*twice/,
  ],
]

/** What somebody could do to a package on its way. */
const raw = (change: (files: RawFile[]) => RawFile[]) => () =>
  rawZip(change(signedFiles(good, keys.privateKey).map(([name, bytes]) => ({ name, bytes }))))
const last = (change: Partial<RawFile>) =>
  raw((files) => files.map((file, i) => (i === files.length - 1 ? { ...file, ...change } : file)))
const signed = (change: (files: [string, Buffer][]) => [string, Buffer][]) =>
  raw(() => change(signedFiles(good, keys.privateKey)).map(([name, bytes]) => ({ name, bytes })))
const packed = rawZip(signedFiles(good, keys.privateKey).map(([name, bytes]) => ({ name, bytes })))
const other = new Map(good).set('assets/more.svg', svg(''))

const bytes: [string, () => Buffer | Promise<Buffer>, RegExp, Partial<PackageLimits>?][] = [
  ['no zip', () => Buffer.from('hello'), /the file is no zip/],
  ['a package that is too large', () => packed, /at most 1000 are allowed/, { bytes: 1000 }],
  ['a file that is too large', () => packed, /at most 1000 are allowed/, { fileBytes: 1000 }],
  ['files that are too large together', () => packed, /more than 5000 bytes when/, { unpackedBytes: 5000 }],
  ['a link', last({ attributes: 0o120777 << 16 }), /it is a link/],
  ['a device', last({ attributes: 0o020666 << 16 }), /it is a device/],
  ['a folder', raw((files) => [...files, { name: 'pages/', bytes: Buffer.alloc(0) }]), /an entry for a folder/],
  ['encryption', last({ flags: 0x801 }), /it is encrypted/],
  ['sizes behind the data', last({ flags: 0x808 }), /packed in a way that packages do not use/],
  ['a header of another name', last({ localName: 'module.json' }), /its own header and the directory of the zip differ/],
  ['a size that is too small', last({ size: 10 }), /it has more bytes than the 10 that the zip says/],
  ['a size that is too large', last({ size: 60_000 }), /not 60000 as the zip says/],
  ['the same name twice', raw((files) => [...files, ...files.slice(-1)]), /the file is there twice/],
  ['something behind', () => Buffer.concat([packed, Buffer.from('x')]), /something behind the end of the zip/],
  ['something before', () => Buffer.concat([Buffer.from('MZ'), packed]), /something before the zip/],
  ['a cut', () => packed.subarray(0, -30), /the file is no zip/],
  ['a signature of a stranger', () => packOf(good, strangers.privateKey), /none of the keys that are trusted/],
  ['no signature', signed((files) => files.filter(([name]) => name !== 'signature')), /the package has no signature/],
  [
    'the signature of another package',
    signed((files) =>
      files.map(([name, b]) => [name, name === 'signature' ? (signedFiles(other, keys.privateKey)[1]?.[1] ?? b) : b]),
    ),
    /or of another package/,
  ],
  ['no manifest', signed((files) => files.filter(([name]) => name !== 'manifest.json')), /no manifest\.json/],
  [
    'another content',
    signed((files) => files.map(([name, b]) => [name, name === page ? Buffer.from('{}') : b])),
    /page\.json: its content is not/,
  ],
  [
    'one file more',
    signed((files) => [...files, ['entities/a.json', Buffer.from('{}')]]),
    /entities\/a\.json: the file is not in manifest\.json/,
  ],
  ['one file less', signed((files) => files.filter(([name]) => name !== page)), /is in manifest\.json and not in the package/],
]

/** The sentence with which a package is refused. */
async function refusal(make: () => Buffer | Promise<Buffer>, more: Partial<PackageLimits> = {}): Promise<string> {
  const made = await make()
  try {
    open(made, more)
  } catch (error) {
    expect(error).toBeInstanceOf(PackageError)
    return (error as Error).message
  }
  return 'opened'
}

describe('a package is refused with', () => {
  test.each(contents)('%s', async (_, change, sentence) => {
    const files = new Map(good)
    change(files)
    expect(await refusal(() => packOf(files, keys.privateKey))).toMatch(sentence)
  })

  test.each(bytes)('%s', async (_, make, sentence, more) => {
    expect(await refusal(make, more)).toMatch(sentence)
  })
})

test('the package that these were made from opens', () => {
  expect(open(packed).manifest.uid).toBe('suppliers')
  expect(open(packOf(good, keys.privateKey)).files.size).toBe(good.size)
})
