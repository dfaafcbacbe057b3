import type { TestServer } from '../harness/server.ts'

/**
 * One text that changes when any row of any table does; but for who came by: looking at the public part is what counts them, once a day
 * and after the answer.
 */
export async function fingerprint(server: TestServer): Promise<string> {
  const tables = await server.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'site_visit' ORDER BY 1",
  )
  const parts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, md5(coalesce(string_agg(t::text, '|' ORDER BY t::text), '')) AS hash FROM ${name} t`,
  )
  const rows = await server.query<{ name: string; hash: string }>(parts.join(' UNION ALL '))
  return rows
    .map((row) => `${row.name} ${row.hash}`)
    .sort()
    .join('\n')
}
