import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CheckAround, checkPackage } from '../../codegen/package/check.ts'
import { openPackage } from '../../codegen/package/open.ts'
import { packFolder } from '../../codegen/package/pack.ts'
import { formatIssue } from '../../src/schemas/language/issue.ts'
import { folderOf, goodFiles, keyPair, packageUids, packOf, root } from './packages.ts'

const keys = keyPair()
const platform = join(root, 'src/schemas')
const around: CheckAround = { sources: [platform], installed: [], kontorVersion: '0.1.0' }
const uids = packageUids
const good = await goodFiles()

/** A folder of temporary files that no other test uses. */
const usual = process.env.TMPDIR
const temp = mkdtempSync(join(tmpdir(), 'kontor-check-'))
beforeAll(() => {
  process.env.TMPDIR = temp
})
afterAll(() => {
  if (usual === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = usual
  rmSync(temp, { recursive: true })
})

async function faults(bytes: Buffer, where: Partial<CheckAround> = {}): Promise<string[]> {
  const opened = openPackage(bytes, { keys: [keys.publicKey] })
  return (await checkPackage(opened, { ...around, ...where })).map(formatIssue)
}

describe('the packages of the repository', () => {
  test('are five', () => {
    expect(uids).toEqual(['event-checkin', 'invoices', 'knowledge-base', 'repair-tickets', 'suppliers'])
  })

  test.each(uids)(
    '%s packs to the same bytes every time, opens with its key and has no faults, with the shop and without',
    async (uid) => {
      const bytes = await packFolder(folderOf(uid), keys.privateKey)
      expect(bytes.equals(await packFolder(folderOf(uid), keys.privateKey))).toBe(true)
      expect(openPackage(bytes, { keys: [keys.publicKey] }).manifest).toMatchObject({ uid, version: '1.0.0' })
      expect(await faults(bytes)).toEqual([])
      expect(await faults(bytes, { sources: [platform, join(root, 'modules/shop')] })).toEqual([])
    },
  )

  test('work together', async () => {
    const [last = '', ...others] = uids
    const sources = [platform, ...others.map(folderOf)]
    const installed = others.map((uid) => ({ uid, version: '1.0.0' }))
    expect(await faults(await packFolder(folderOf(last), keys.privateKey), { sources, installed })).toEqual([])
  })
})

type Files = Map<string, Buffer>
const replaced = (name: string, from: string, to: string) => (files: Files) => {
  const text = String(files.get(name))
  expect(text).toContain(from)
  files.set(name, Buffer.from(text.replaceAll(from, to)))
}
const overlay = (id: string, value: unknown) => (files: Files) =>
  files.set(`overlays/suppliers/${id}.json`, Buffer.from(JSON.stringify(value)))
const page = 'pages/suppliers/supplier/page.json'
const staff = {
  version: 1,
  kind: 'crud',
  entity: { use: 'admin' },
  fields: { nickname: {} },
  table: { columns: ['nickname'] },
  form: { fields: ['nickname'] },
}
const isInstalled = (version: string, hash = '0') => ({
  sources: [platform, folderOf('suppliers')],
  installed: [{ uid: 'suppliers', version, hash }],
})

const broken: [string, (files: Files) => unknown, RegExp, Partial<CheckAround>?][] = [
  [
    'a newer Kontor',
    replaced('module.json', '>=0.1.0 <1.0.0', '>=2.0.0'),
    /module\.json:\d+:\d+ kontor: it is for Kontor >=2\.0\.0, and this is 0\.1\.0/,
  ],
  ['no range of versions', replaced('module.json', '>=0.1.0 <1.0.0', 'new ones'), /module\.json:\d+:\d+ kontor: write a range/],
  [
    'a module that is not there',
    replaced('module.json', '"requires": []', '"requires": ["stock"]'),
    /requires\.0: the module "stock" is not on/,
  ],
  [
    'a newer version that is installed',
    () => {},
    /version: 1\.2\.0 is installed, which is newer than 1\.0\.0/,
    isInstalled('1.2.0'),
  ],
  [
    'the same version with other content',
    () => {},
    /version: 1\.0\.0 is installed already with other content/,
    isInstalled('1.0.0'),
  ],
  [
    'the name of a module of the product',
    replaced('module.json', '"uid": "suppliers"', '"uid": "shop"'),
    /uid: a module called "shop" is there already/,
  ],
  [
    'a table outside of its prefix',
    replaced(page, '"supplier_company"', '"company"'),
    /the table "company" is outside of its module/,
  ],
  [
    'the prefix of tables of the platform',
    replaced('module.json', '["supplier_"]', '["supplier_", "user_"]'),
    /tablePrefixes\.1: "user_" is not free/,
  ],
  [
    'the prefix of pages of the platform',
    replaced('module.json', '["suppliers/"]', '["suppliers/", "auth/"]'),
    /pagePrefixes\.1: "auth\/" is not free/,
  ],
  [
    'a page of the platform',
    (files) => files.set('pages/user/user/page.json', files.get(page) ?? Buffer.from('')),
    /user\/user\/page\.json:\d+:\d+: the page "user\/user" is there already/,
  ],
  [
    'a page over a table of the platform',
    (files) => files.set('pages/suppliers/staff/page.json', Buffer.from(JSON.stringify(staff))),
    /the page "suppliers\/staff" edits the table "admin"/,
  ],
  [
    'a menu entry outside of its pages',
    replaced('menus/admin.json', '"name": "suppliers"', '"name": "stock"'),
    /the menu entry "stock" is outside/,
  ],
  ['an unknown kind', replaced(page, '"kind": "mobile"', '"kind": "mobil"'), /page\.json:\d+:\d+ fields\.mobile\.kind: .*mobile/],
  [
    'an overlay that takes away a check',
    overlay('user/user', { set: { 'fields.nickname.required': false } }),
    /"nickname" stays "required": an overlay only narrows/,
  ],
  [
    'an overlay that shows a secret',
    overlay('user/user', { set: { 'fields.password.secret': false } }),
    /"password" stays "secret"/,
  ],
  ['an overlay that lifts a mask', overlay('user/user', { set: { 'fields.mobile.mask': null } }), /user\/user\.json.*mask/],
  ['an overlay that changes a right', overlay('user/user', { set: { 'actions.edit.node': 'index' } }), /actions\.edit\.node/],
  [
    'an overlay that lets people write more',
    overlay('auth/admin', { add: { 'form.fields.login_failure': {} } }),
    /the overlay lets people change "login_failure", which is not its own field/,
  ],
  [
    'an overlay whose action sets a field of another',
    overlay('user/user', { add: { 'actions.rich': { type: 'run', node: 'index', set: { money: '100.00' } } } }),
    /the overlay sets "money", which is not its own field/,
  ],
  ['an overlay of nothing', overlay('user/usr', { hide: [] }), /no such page "user\/usr"; did you mean "user\/user"/],
  [
    'an action without an effect',
    replaced(page, '"set": { "status": "blocked" }', '"confirm": true'),
    /the action does nothing: a package has no code/,
  ],
  [
    'a function of the server',
    replaced(page, '"count": "contracts"', '"compute": "contracts", "reads": ["id"]'),
    /"compute" needs code of the server/,
  ],
  [
    'a word that is missing',
    replaced('pages/suppliers/supplier/en.json', '"noun": "supplier",', ''),
    /en\.json.*missing word "noun"/,
  ],
  [
    'a picture that is missing',
    replaced('module.json', 'assets/logo.svg', 'assets/other.svg'),
    /images\.0: the package has no file "assets\/other\.svg"/,
  ],
]

describe('a package is refused with', () => {
  test.each(broken)('%s', async (_, change, sentence, where) => {
    const files = new Map(good)
    change(files)
    expect((await faults(packOf(files, keys.privateKey), where)).join('\n')).toMatch(sentence)
    expect(readdirSync(temp)).toEqual([])
  })
})

test('the very package that is installed is no fault', async () => {
  const bytes = packOf(good, keys.privateKey)
  const { hash } = openPackage(bytes, { keys: [keys.publicKey] })
  expect(await faults(bytes, isInstalled('1.0.0', hash))).toEqual([])
})
