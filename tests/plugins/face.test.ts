import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources, root } from '../architecture/sources.ts'

const path = 'src/renderers/face.ts'
const text = readFileSync(join(root, path), 'utf8')
/** What the face gives, and where that is made. */
const given = [...text.matchAll(/^export (?:type )?\{([^}]+)\} from '\.\/?([^']+)'/gm)].map(([, names = '', from = '']) => ({
  names: names.split(',').map((each) => each.trim().replace(/^type /, '')),
  from: join('src/renderers', from.startsWith('.') ? `.${from}` : from),
}))
const own = [...text.matchAll(/^export (?:function|interface) (\w+)/gm)].map(([, name = '']) => name)
const names = [...given.flatMap((each) => each.names), ...own].sort()

test('kontor/plugin is that face, and the guide says of each name what it is', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(exports['./plugin']).toBe(`./${path}`)
  const [, section = ''] =
    /## Plugins of the front end\n([\s\S]*?)\n## /.exec(readFileSync(join(root, 'docs/guide.md'), 'utf8')) ?? []
  const table = section.slice(section.indexOf('| name |'))
  const said = [...table.matchAll(/`([A-Za-z]+)`/g)].map(([, name = '']) => name)
  const members = ['screens', 'fields', 'toastSlot', 'bannerSlot', 'plugin', 'http', 'access', 'reload']
  expect([...new Set(said)].filter((name) => !members.includes(name)).sort()).toEqual(names)
})

test('the plugins of the product take from there what it gives', () => {
  const plugins = readSources('src/plugins')
  const faced = plugins.filter(({ imports }) => imports.some(({ target }) => target === path))
  expect(new Set(faced.map((each) => each.path.split('/')[2]))).toEqual(new Set(['module-market', 'notify-feed', 'spec-editor']))
  const around = plugins.flatMap(({ path: file }) => {
    const lines = readFileSync(join(root, file), 'utf8').matchAll(/^import (?:type )?\{([^}]+)\} from '([^']+)'/gm)
    return [...lines].flatMap(([, list = '', from = '']) => {
      const target = join(file, '..', from)
      const taken = list.split(',').map((each) => each.trim().replace(/^type /, ''))
      const hidden = given.find((each) => each.from === target)?.names.filter((name) => taken.includes(name)) ?? []
      return hidden.map((name) => `${file}: ${name}`)
    })
  })
  expect(around).toEqual([])
})
