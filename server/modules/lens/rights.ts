import type { LensChange, LensColumn } from '../../../src/schemas/api/lens.ts'
import { isObject } from '../../../src/schemas/isObject.ts'
import { idOf } from '../../../src/schemas/kinds/define.ts'
import { actorOf, type Context } from '../../core/context.ts'
import type { Writer } from '../../core/db/connect.ts'
import { Refused } from '../../core/refuse.ts'
import type { Screen } from '../../crud/screen/screen.ts'
import { save } from '../../crud/write/save.ts'
import { existing, lockAuthority, managesGroup, readAuthority } from '../auth/rights/authority.ts'
import type { Subject } from './subject.ts'

/** Roles that can be changed at once: those of one comparison. */
const mostRoles = 2

/** Rules that a role can have: more than any menu has. */
const mostRules = 10_000

/** The columns of the matrix: who they are about, and which rights of theirs the administrator can edit. */
export async function columnsOf(ctx: Context, subjects: readonly Subject[]): Promise<LensColumn[]> {
  const authority = await readAuthority(ctx.read, actorOf(ctx))
  return subjects.map((subject): LensColumn => {
    const { key, kind, id, name, enabled } = subject
    const group = kind === 'group' ? authority.groups.get(id) : undefined
    const fixed = !group ? 'person' : group.rules.includes('*') ? 'everything' : managesGroup(authority, group) ? '' : 'own'
    return { key, kind, id, name, enabled, fixed, held: group && fixed === '' ? sorted(existing(authority, group.rules)) : null }
  })
}

/**
 * POST save `{ roles: [{ id, before, rules }] }`: gives each role exactly these rules, with the directories above them, through the save of
 * auth/group. All or nothing; refused where a role has other rights by now than `before`.
 */
export async function saveRights(screen: Screen, ctx: Context, trx: Writer): Promise<void> {
  const changes = changesIn(ctx.body.roles)
  await lockAuthority(trx)
  for (const change of changes) {
    const authority = await readAuthority(trx, actorOf(ctx))
    const group = authority.groups.get(change.id)
    if (!group) throw new Refused('crud.notFound')
    if (sorted(existing(authority, group.rules)).join() !== sorted(change.before.map(String)).join())
      throw new Refused('lens.changed', { name: group.name })
    // Directories follow from what is in them: one that holds nothing any more goes.
    const rules = change.rules.map(String).filter((id) => authority.rules.get(id)?.type !== 'menu_dir')
    await save(screen, { ...ctx, body: { id: change.id, rules } }, trx, 'edit')
  }
}

function changesIn(posted: unknown): LensChange[] {
  const list = Array.isArray(posted) ? posted : []
  const changes = list.filter(isChange)
  const twice = new Set(changes.map(({ id }) => id)).size < changes.length
  if (changes.length === 0 || changes.length < list.length || changes.length > mostRoles || twice)
    throw new Refused('crud.parameter', { name: 'roles' })
  return changes
}

function isChange(value: unknown): value is LensChange {
  return isObject(value) && isId(value.id) && isIds(value.before) && isIds(value.rules)
}

const isId = (value: unknown): boolean => idOf(value) !== undefined
const isIds = (value: unknown): boolean => Array.isArray(value) && value.length <= mostRules && value.every(isId)

function sorted(ids: Iterable<string>): number[] {
  return [...ids].map(Number).sort((a, b) => a - b)
}
