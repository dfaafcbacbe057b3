import type { ShopCompetitionRow } from '../rows.generated.ts'

/** What a result is measured in. */
export type ResultType = ShopCompetitionRow['result_type']
type Text = (key: string, params: { n: string }) => string

/** The SQL text of a result of table or alias `t`: a time, a distance with its unit, or the bare number of a score. */
export const resultSql = (t: string): string => `case when ${t}.finish <> 'ok' then ''
  when ${t}.result_type = 'time' then to_char(${t}.time_result * interval '1 millisecond', 'HH24:MI:SS.MS')
  else trim_scale(${t}.score_result)::text || case ${t}.result_type when 'distance' then ' m' else '' end end`

/** What `resultSql` gave, with what a score counts in the words of the person. */
export function withUnit(result: string, type: ResultType | undefined, text: Text): string {
  return type === 'score' && result !== '' ? text('team.scored', { n: result }) : result
}
