import type { Field } from '../../../src/schemas/field.ts'
import { labelMember } from '../../../src/schemas/kinds/optionSources.ts'
import { listLimits } from '../../../src/schemas/language/wire/query.ts'
import type { Context } from '../../core/context.ts'
import type { Row } from '../domain.ts'
import { sourceOf } from '../rows/foreign.ts'
import type { Screen } from '../screen/screen.ts'
import { labelsOf } from './options.ts'

/**
 * Puts the names of the rows that remote fields hold beside their keys (`contestant_id_text`) in rows that are only shown: one statement for
 * each field. Rows out of the actor's scope have no name here, as in a form.
 */
export async function addRemoteNames(
  screen: Screen,
  ctx: Context,
  fields: Readonly<Record<string, Field>>,
  rows: readonly Row[],
): Promise<void> {
  for (const field of Object.values(fields)) {
    if (field.kind !== 'remoteSelect' || field.source) continue
    const source = sourceOf(screen, field)
    const keys = [...new Set(rows.flatMap((row) => (row[field.name] ? [String(row[field.name])] : [])))]
    if (!source?.entity.key || keys.length === 0) continue
    const named = new Map<string, string>()
    for (let i = 0; i < keys.length; i += listLimits.max)
      for (const { value, label } of (await labelsOf(source, field, ctx, keys.slice(i, i + listLimits.max))).list)
        named.set(String(value), String(label))
    for (const row of rows) {
      const name = named.get(String(row[field.name] ?? ''))
      if (name !== undefined) row[labelMember(field.name)] = name
    }
  }
}
