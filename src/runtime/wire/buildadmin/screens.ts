import type { Page } from '../../../schemas/language/page.ts'
import type { LoadedPage, ScreenWire } from '../../page.ts'
import { memberPages, memberPassword, overview, overviewPage, ownLog, profile } from './account.ts'
import { adminInfo, adminInfoPage } from './adminInfo.ts'
import { type Calls, type Maker, screenClient } from './calls.ts'
import { config, configForm, configPage, configWords } from './config.ts'
import { namesIn, tableFacts } from './facts.ts'
import { knownBy, withFacts, withoutOwn } from './page.ts'
import { rules } from './rules.ts'
import { attachments, memberLog, tableCalls } from './tables.ts'
import { rawFields } from './texts.ts'

/** What one screen says differently, besides what its table has. */
interface Own extends Pick<ScreenWire, 'form' | 'words' | 'savesTab' | 'hasFigures' | 'hasLookup'> {
  page?(page: Page): Page
  calls?(maker: Maker): Calls
  /** Members of answers whose text stays as it is; all of them. */
  raw?: 'all'
}

const factsOf = (id: string) => tableFacts[id] ?? { columns: '', quickSearch: '' }
const own: Readonly<Record<string, Own>> = {
  'auth/rule': { calls: rules },
  'user/rule': { calls: rules },
  'user/moneyLog': { calls: (maker) => memberLog(maker, factsOf('user/moneyLog')), hasLookup: true },
  'user/scoreLog': { calls: (maker) => memberLog(maker, factsOf('user/scoreLog')), hasLookup: true },
  'routine/attachment': { calls: (maker) => attachments(maker, factsOf('routine/attachment')) },
  'routine/adminInfo': { page: adminInfoPage, calls: adminInfo },
  'routine/config': {
    page: configPage,
    calls: config,
    form: configForm,
    words: configWords,
    savesTab: true,
    raw: 'all',
  },
  'account/overview': { page: overviewPage, calls: overview, hasFigures: true },
  'account/profile': { calls: profile },
  'account/changePassword': { calls: memberPassword },
  'account/balance': { calls: (maker) => ownLog('account/balance', maker) },
  'account/integral': { calls: (maker) => ownLog('account/integral', maker) },
}

/**
 * A screen before a BuildAdmin server (decision 53): the page without what that server does not have, and a client that makes the
 * screen's calls in its words. Everything the two servers do differently on a screen is below this folder.
 */
export function buildAdminScreen(given: Page): ScreenWire {
  const facts = tableFacts[given.id]
  const { page: adapt = (page: Page) => page, calls, raw, ...rest } = own[given.id] ?? {}
  const table = withoutOwn(given)
  const page = adapt(facts ? withFacts(table, facts) : table)
  const rawNames = new Set([...rawFields(given), ...namesIn(facts?.json), ...(raw === 'all' ? ['list'] : [])])
  const make = calls ?? ((maker: Maker) => (facts ? tableCalls(maker, facts) : {}))
  return {
    ...rest,
    page,
    ...(facts ? { knows: knownBy(facts) } : {}),
    // A list there is read and nothing more: what a module adds to it asks for calls of its own.
    ...(memberPages.includes(given.id) ? { allows: (node) => given.kind !== 'crud' || node === 'index' } : {}),
    http: (http, t: LoadedPage['t']) => screenClient(http, { page: given, raw: rawNames, t }, make),
  }
}
