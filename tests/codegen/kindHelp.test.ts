import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { stripHelp } from '../../codegen/build/withoutKindHelp.ts'

it('the help of the kinds stays out of the bundle', () => {
  const folder = 'src/schemas/kinds'
  const code = readdirSync(folder).map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  const help = /\bhelp:\s*['"`]/
  expect(code.filter((each) => help.test(each)).length).toBeGreaterThan(30)
  expect(code.map(stripHelp).filter((each) => help.test(each))).toEqual([])
})
