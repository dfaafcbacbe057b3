import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { generate } from '../../codegen/generate.ts'
import { introspectPostgres } from '../../codegen/introspect/postgres.ts'
import { loadSchema } from '../../codegen/load/pages.ts'
import type { Client } from '../harness/client.ts'
import { freshDatabase } from '../harness/database.ts'
import { copySchemas, schemasIn } from '../harness/schemas.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

type Row = Record<string, unknown>
type Refusal = { errors?: Record<string, string> }

const setup = `
  create domain even as integer check (value % 2 = 0);
  create table rent_house (id integer generated always as identity primary key, name text not null);
  comment on table rent_house is '房屋';
  create table rent_stay (
    id integer generated always as identity primary key,
    guest varchar(8) not null,
    starts integer, ends integer, constraint days_in_order check (starts <= ends),
    house_id integer references rent_house, up_id integer references rent_stay,
    code text, region text, constraint code_in_region unique (code, region),
    room integer, constraint room_taken exclude using btree (room with =),
    price numeric(6,2), beds smallint, pairs even, odd_uuid uuid,
    born timestamp(0), secret_code text default 'x' not null);
  create unique index guest_once on rent_stay (lower(guest));
  create function closed() returns trigger language plpgsql as $$ begin
    if new.guest = 'nobody' then raise exception 'The book of % is closed', 'March'; end if;
    if new.guest = 'column' then raise exception 'Not this guest' using column = 'guest', errcode = 'check_violation'; end if;
    if new.guest = 'secret' then new.secret_code = null; end if;
    return new; end $$;
  create trigger closed before insert or update on rent_stay for each row execute function closed();
  insert into rent_house (name) values ('One'), ('Two');
  insert into rent_stay (guest, starts, ends, house_id, code, region, room) values ('Ann', 1, 2, 1, 'a', 'n', 1), ('Bob', 1, 2, 1, 'b', 'n', 2);
  update rent_stay set up_id = 1 where id = 2;`

describe('what a database refuses', () => {
  let dir = ''
  let server: TestServer
  let admin: Client
  let client: pg.Client
  const stay = '/admin/rent.Stay'
  const house = '/admin/rent.House'

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'kontor-refusals-'))
    copySchemas(dir)
    const database = await freshDatabase('seed')
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query(setup)
    const facts = await introspectPostgres(async (sql, params) => (await client.query(sql, params)).rows)
    // The column is not on the form.
    const stays = facts.get('rent_stay')
    // It is shown as a list: of a tree the server asks for the rows below before the database does.
    const foreignKeys = stays?.foreignKeys.map((key) => ({ ...key, isTree: false })) ?? []
    const columns = stays?.columns.filter(({ name }) => name !== 'secret_code') ?? []
    if (stays) facts.set('rent_stay', { ...stays, columns, foreignKeys })
    const tables = ['rent_house', 'rent_stay']
    await generate({ tables, facts, schema: (await loadSchema(schemasIn(dir))).schema, dir, force: false, dryRun: false })
    server = await startTestServer({ on: database, schemaDir: schemasIn(dir) })
    admin = await server.signIn('admin')
  })
  afterAll(async () => {
    await client?.end()
    await server?.close()
    await rm(dir, { recursive: true, force: true })
  })

  const edit = (values: Row, lang: 'en' | 'zh-cn' = 'en') =>
    admin.with({ lang }).post<Refusal>(`${stay}/edit`, { id: 2, ...values })

  it.each<[string, Row, Record<string, string>]>([
    ['a text that is too long', { guest: 'a name that is too long' }, { guest: 'Guest may have at most 8 characters.' }],
    ['two columns of which a check does not allow the values', { starts: 9, ends: 3 }, bothDays()],
    ['a check that reads a column that was not changed', { starts: 9 }, bothDays()],
    [
      'a unique set of columns, at all its fields',
      { code: 'a' },
      { code: 'Another record has the same Code, Region.', region: 'Another record has the same Code, Region.' },
    ],
    ['a unique index over an expression', { guest: 'ANN' }, { guest: 'Guest is already in use.' }],
    ['an exclusion', { room: 1 }, { room: 'Room: this overlaps another record (rule “room_taken”).' }],
    ['a number beyond its column', { price: 123456 }, { price: expect.stringMatching(/9999\.99/) as unknown as string }],
    ['a value that the rule of its domain refuses', { pairs: 3 }, { pairs: 'Pairs breaks the rule of its type (even).' }],
    [
      'a text that is no value of its column',
      { odd_uuid: 'x' },
      { odd_uuid: expect.stringContaining('uuid') as unknown as string },
    ],
  ])('is told at the field: %s', async (_what, values, errors) => {
    const answer = await edit(values)
    expect(answer.status).toBe(200)
    expect(answer.body, answer.text).toMatchObject({ code: 0, data: { errors } })
    expect(Object.keys(answer.body.data.errors ?? {}).sort()).toEqual(Object.keys(errors).sort())
  })

  function bothDays(): Record<string, string> {
    const text = 'Starts, Ends: the rule “days_in_order” of the table does not allow this.'
    return { starts: text, ends: text }
  }

  it('is told apart: a parent that is missing, at the field, and records that refer', async () => {
    // A form only offers rows there are: between the look and the write one may go.
    await client.query(
      'create function gone() returns trigger language plpgsql as $$ begin new.house_id = 99; return new; end $$',
    )
    await client.query('create trigger gone before update on rent_stay for each row execute function gone()')
    const missing = await edit({ starts: 2 })
    await client.query('drop trigger gone on rent_stay')
    expect(missing.body).toMatchObject({
      code: 0,
      data: { errors: { house_id: expect.stringMatching(/there is no such record in “Rent houses”/) } },
    })
    const used = await admin.del(`${house}/del`, { ids: [1] })
    expect(used.body).toMatchObject({ code: 0, msg: 'Records of “Rent stays” refer to it. Nothing was changed.' })
  })

  it('is told apart in a table that refers to itself', async () => {
    const missing = await edit({ up_id: 999 })
    expect(missing.body, missing.text).toMatchObject({ code: 0, data: { errors: { up_id: expect.any(String) } } })
    const used = await admin.del(`${stay}/del`, { ids: [1] })
    expect(used.body).toMatchObject({ code: 0, msg: 'Records of “Rent stays” refer to it. Nothing was changed.' })
  })

  it('shows the message of a trigger, and logs it', async () => {
    const answer = await edit({ guest: 'nobody' })
    expect(answer.body).toMatchObject({ code: 0, msg: 'The book of March is closed' })
    expect(server.logs.join('\n')).toContain('The book of March is closed')
  })

  it('is shown at the column that a trigger names', async () => {
    expect((await edit({ guest: 'column' })).body).toMatchObject({ code: 0, data: { errors: { guest: 'Not this guest' } } })
  })

  it('names the column that the form does not have', async () => {
    const answer = await edit({ guest: 'secret' })
    expect(answer.body).toMatchObject({ code: 0, msg: expect.stringContaining('“secret_code” of “Rent stays”') })
  })

  it('is shown in Chinese', async () => {
    expect((await edit({ starts: 9, ends: 3 }, 'zh-cn')).body).toMatchObject({
      code: 0,
      data: { errors: { starts: 'Starts、Ends：不符合数据表规则“days_in_order”' } },
    })
    const used = await admin.with({ lang: 'zh-cn' }).del(`${house}/del`, { ids: [1] })
    expect(used.body).toMatchObject({ code: 0, msg: '“Rent stays”中有数据引用该记录，未做任何修改' })
  })

  it('changes nothing', async () => {
    const { rows } = await client.query('select guest, starts, ends, code, room from rent_stay where id = 2')
    expect(rows).toEqual([{ guest: 'Bob', starts: 1, ends: 2, code: 'b', room: 2 }])
  })
})
