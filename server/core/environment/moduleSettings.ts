import { resolve } from 'node:path'
import {
  defaultModules,
  firstPartyModules,
  moduleNames,
  modulesVariable,
  UnknownModule,
} from '../../../codegen/load/schemaSources.ts'
import type { SettingRow, Settings } from './settingRow.ts'

const pathsIn = (text: string) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : resolve(each.trim())))

/** Settings about modules, packages and the workspace. */
export const moduleSettings: readonly SettingRow[] = [
  {
    name: modulesVariable,
    default: defaultModules,
    what: 'The modules that are on, separated by commas; set to nothing, Kontor runs without any. The front end is built with the same.',
    allowed: `names of modules (${firstPartyModules().join(', ')}), separated by commas, or nothing`,
    emptyCounts: true,
    read: modulesOf,
  },
  {
    name: 'KONTOR_MODULE_KEYS',
    default: '',
    what: 'Files with the public keys (Ed25519, PEM) of publishers whose packages may be installed, separated by commas.',
    allowed: 'paths, separated by commas',
    read: (text) => (text.includes('\0') ? undefined : { moduleKeys: pathsIn(text) }),
  },
  {
    name: 'KONTOR_MODULE_CATALOGUE',
    default: '',
    what: 'The URL of a catalogue (JSON) whose packages the module market offers too; when absent only those that come with Kontor.',
    allowed: 'a URL that begins with https://, or http:// with KONTOR_CATALOGUE_OWN_NETWORK=1',
    read: (text) => {
      if (text === '') return {}
      return /^https?:\/\/[^/]/.test(text) && URL.canParse(text) ? { moduleCatalogue: text } : undefined
    },
  },
  {
    name: 'KONTOR_CATALOGUE_OWN_NETWORK',
    default: '0',
    what: 'Whether the catalogue and its packages may have an address in the own network, and come without encryption.',
    allowed: '0 or 1',
    read: (text) => (/^[01]$/.test(text) ? { catalogueOwnNetwork: text === '1' } : undefined),
  },
  {
    name: 'KONTOR_WORKSPACE',
    default: '',
    what: "A folder with screens of one's own, which the running server follows; when absent those that were served last.",
    allowed: 'a path',
    read: (text) => (text === '' ? {} : text.includes('\0') ? undefined : { workspace: resolve(text) }),
  },
]

function modulesOf(text: string): Partial<Settings> | undefined {
  try {
    return { modules: moduleNames(text) }
  } catch (error) {
    if (error instanceof UnknownModule) return undefined
    throw error
  }
}
