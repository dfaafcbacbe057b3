import { sql } from 'kysely'
import { Refused } from '../../../../server/core/refuse.ts'
import type { FieldMessage, ScreenHooks } from '../../../../server/crud/domain.ts'
import { isObject } from '../../../../src/schemas/isObject.ts'
import { specName } from '../../../../src/schemas/kinds/specRules.ts'
import { computesOf } from '../computes.ts'
import type { ShopGoodsServiceRow } from '../rows.generated.ts'

interface Spec {
  name: string
  values: readonly { value: string }[]
}

/** Specs of a template as the row holds them; [] where the row holds none. */
function specsOf(value: unknown): readonly Spec[] {
  return Array.isArray(value) ? (value as Spec[]) : []
}

/** Names inside a template differ, and so do the values of one spec, as goods compare them: of two that are alike nobody could say which is meant. */
export const specTemplateHooks: ScreenHooks = {
  validate: async ({ values }) => {
    const specs = specsOf(values.specs)
    const inside = specs.map((spec, i) =>
      textErrors(
        spec.values.map(({ value }) => value),
        (j) => `specs.${i}.values.${j}.value`,
        specName,
      ),
    )
    return Object.assign(
      textErrors(
        specs.map(({ name }) => name),
        (i) => `specs.${i}.name`,
        specName,
      ),
      ...inside,
    )
  },
  computes: computesOf('shop/goods/specTemplate', {
    specNames: {
      sql: `(select jsonb_agg((s->>'name') || ': ' || jsonb_array_length(s->'values') order by n)
        from jsonb_array_elements(t.specs) with ordinality as e(s, n))`,
    },
    combinations: { sql: [0, 1, 2, 3].map((i) => `coalesce(jsonb_array_length(t.specs->${i}->'values'), 1)`).join(' * ') },
  }),
}

export const paramsTemplateHooks: ScreenHooks = {
  judgesAlone: true,
  validate: async ({ values }) => {
    const names = Array.isArray(values.params) ? values.params.filter(isObject).map(({ key }) => String(key)) : []
    return textErrors(names, (i) => `params.${i}.key`)
  },
  computes: computesOf('shop/goods/paramsTemplate', {
    paramNames: {
      sql: `(select jsonb_agg(p->>'key' order by n) from jsonb_array_elements(t.params) with ordinality as e(p, n))`,
    },
    goodsCount: {
      sql: '(select count(*)::int from shop_goods as g where g.params_template_id = t.id and g.delete_time is null)',
    },
  }),
}

/** Texts that are empty, or that `plain` makes alike to one before them; `place` names the field of each. */
function textErrors(
  texts: readonly string[],
  place: (index: number) => string,
  plain = (text: string) => text.trim(),
): Record<string, FieldMessage> {
  const seen = new Set<string>()
  const found: Record<string, FieldMessage> = {}
  for (const [i, raw] of texts.entries()) {
    const text = raw.trim()
    if (text === '') found[place(i)] = { code: 'required' }
    else if (seen.has(plain(text))) found[place(i)] = { code: 'shop.twice', params: { text } }
    seen.add(plain(text))
  }
  return found
}

export const serviceHooks: ScreenHooks = {
  computes: computesOf('shop/goods/service', {
    goodsCount: {
      sql: '(select count(*)::int from shop_goods as g where g.service_ids @> array[t.id] and g.delete_time is null)',
    },
  }),
  beforeDelete: async ({ trx, rows }) => {
    const { rows: used } = await sql<
      Pick<ShopGoodsServiceRow, 'name'>
    >`select s.name from shop_goods_service s where s.id = any(${rows.map((row) => Number(row.id))}::int[])
      and exists (select 1 from shop_goods g where g.service_ids @> array[s.id]) order by s.id limit 1`.execute(trx)
    const service = used[0]
    if (service) throw new Refused('shop.serviceInUse', { name: service.name })
  },
}
