import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings, settingRows } from '../server/core/settings.ts'

describe('without any variable', () => {
  test('the server answers this machine only, on an embedded database, with demo data and no fixed password', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 8000,
      feedPort: 2828,
      dataDir: resolve('.kontor'),
      loginCaptcha: false,
      demo: true,
      editor: true,
      terminal: false,
      mailOwnNetwork: false,
      smsOwnNetwork: false,
      hosts: [],
      component: 'page',
      modules: ['shop'],
      moduleKeys: [],
      catalogueOwnNetwork: false,
    })
  })

  test('a variable that is set to nothing counts as absent; no module is on where that of the modules is', () => {
    const empty = Object.fromEntries(settingRows.map((row) => [row.name, '']))
    expect(readSettings(empty)).toEqual({ ...readSettings({}), modules: [] })
  })
})

test('every setting can be set', () => {
  const settings = readSettings({
    HOST: '0.0.0.0',
    PORT: '80',
    FEED_PORT: '0',
    KONTOR_DATA: '/srv/kontor',
    DATABASE_URL: 'postgresql://a:b@db.example/kontor',
    KONTOR_ADMIN_PASSWORD: ' with blanks ',
    KONTOR_LOGIN_CAPTCHA: '1',
    KONTOR_DEMO: '0',
    KONTOR_HOSTS: 'shop.example, Office.example:8443',
    KONTOR_COMPONENT: 'buildadmin',
    KONTOR_EDITOR: '0',
    KONTOR_TERMINAL: '1',
    KONTOR_MAIL_OWN_NETWORK: '1',
    KONTOR_SMS_OWN_NETWORK: '1',
    KONTOR_PAYMENTS: 'https://pay.example',
    KONTOR_PAYMENT_KEY: 'k'.repeat(32),
    KONTOR_ENTRANCE: '/office',
    KONTOR_MODULES: 'shop',
    KONTOR_MODULE_KEYS: '/srv/a.pub, /srv/b.pub,',
    KONTOR_MODULE_CATALOGUE: 'https://modules.example/catalogue.json',
    KONTOR_CATALOGUE_OWN_NETWORK: '1',
  })
  expect(settings).toEqual({
    host: '0.0.0.0',
    port: 80,
    feedPort: 0,
    dataDir: '/srv/kontor',
    databaseUrl: 'postgresql://a:b@db.example/kontor',
    adminPassword: ' with blanks ',
    loginCaptcha: true,
    demo: false,
    editor: false,
    terminal: true,
    mailOwnNetwork: true,
    smsOwnNetwork: true,
    payments: 'https://pay.example',
    paymentKey: 'k'.repeat(32),
    hosts: ['shop.example', 'office.example:8443'],
    component: 'buildadmin',
    entrance: '/office',
    modules: ['shop'],
    moduleKeys: ['/srv/a.pub', '/srv/b.pub'],
    moduleCatalogue: 'https://modules.example/catalogue.json',
    catalogueOwnNetwork: true,
  })
})

describe('a value that is not allowed', () => {
  test.each([
    ['HOST', 'no host'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80x'],
    ['FEED_PORT', '1e3'],
    ['KONTOR_LOGIN_CAPTCHA', 'yes'],
    ['KONTOR_DEMO', 'yes'],
    ['KONTOR_HOSTS', 'fine.example,bad host'],
    ['KONTOR_HOSTS', 'https://fine.example'],
    ['KONTOR_COMPONENT', 'vue'],
    ['KONTOR_ENTRANCE', 'admin'],
    ['KONTOR_ENTRANCE', '/a/b'],
    ['KONTOR_ENTRANCE', '/api'],
    ['KONTOR_ENTRANCE', '/storage'],
    ['KONTOR_PAYMENTS', 'ftp://pay.example'],
    ['KONTOR_MODULE_CATALOGUE', 'modules.example'],
  ])('%s=%s is refused in one line that names it, what was found and what is allowed', (name, value) => {
    const allowed = settingRows.find((row) => row.name === name)?.allowed
    expect(() => readSettings({ [name]: value })).toThrow(`${name} is "${value}": allowed is ${allowed}.`)
  })

  test.each([
    ['DATABASE_URL', 'mysql://root:hunter2@localhost/x'],
    ['KONTOR_ADMIN_PASSWORD', 'a"bcdefg'],
    ['KONTOR_ADMIN_PASSWORD', 'short'],
    ['KONTOR_PAYMENT_KEY', 'too-short'],
  ])('%s is refused without being repeated', (name, value) => {
    const read = () => readSettings({ [name]: value })
    expect(read).toThrow(new RegExp(`^${name} is set to something else: allowed is `))
    expect(read).not.toThrow(value)
  })

  test('all errors are reported at once', () => {
    expect(() => readSettings({ PORT: 'x', KONTOR_DEMO: '2' })).toThrow(/^PORT is .*\nKONTOR_DEMO is .*$/)
  })

  test('a sandbox that runs elsewhere needs the key', () => {
    expect(() => readSettings({ KONTOR_PAYMENTS: 'http://127.0.0.1:9000' })).toThrow('KONTOR_PAYMENT_KEY is not set')
  })

  test('two services cannot have one port', () => {
    expect(() => readSettings({ PORT: '2828' })).toThrow('PORT and FEED_PORT are both 2828: they must differ.')
  })
})
