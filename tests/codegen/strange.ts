/** A column of the table `strange`: its type, values as SQL literals, and what a person enters into its field (wire values). */
export interface StrangeColumn {
  name: string
  type: string
  values: readonly string[]
  entered?: readonly unknown[]
}

const text = ["''", "'x'", "'  with blanks  '", "'línea'", "E'two\\nlines'", "'<b>bold</b>'", "'0'"]
const moments = [
  "'2026-01-02 03:04:05.123456'",
  "'2026-12-31 23:59:59.999999'",
  "'1900-01-01'",
  "'infinity'",
  "'0044-03-15 01:02:03 BC'",
]

/** Every column but the key. Those without `entered` are shown only, or not at all. */
export const columns: readonly StrangeColumn[] = [
  { name: 'a_text', type: 'text', values: text, entered: ['one', 'two'] },
  { name: 'a_varchar', type: 'varchar(40)', values: text, entered: ['one', 'two'] },
  { name: 'bare_varchar', type: 'varchar', values: text, entered: ['one', 'two'] },
  { name: 'a_char', type: 'char(8)', values: ["''", "'ab'", "'abcdefgh'"], entered: ['one', 'two'] },
  { name: 'a_smallint', type: 'smallint', values: ['0', '-32768', '32767'], entered: [5, 6] },
  { name: 'an_integer', type: 'integer', values: ['0', '-2147483648', '2147483647'], entered: [5, 6] },
  {
    name: 'a_bigint',
    type: 'bigint',
    values: ['0', '9007199254740993', '-9223372036854775808', '9223372036854775807'],
    entered: ['9007199254740995', 6],
  },
  {
    name: 'a_numeric',
    type: 'numeric',
    values: ['0', '1.50', '0.1000', '3.14159265358979323846', '-123456789012345678901234567890.5', "'NaN'"],
    entered: ['2.718281828459045235360', 6],
  },
  { name: 'a_decimal', type: 'numeric(10,2)', values: ['0', '1.50', '-99999999.99'], entered: [5.25, 6] },
  {
    name: 'a_long_decimal',
    type: 'numeric(38,12)',
    values: ['0', '12345678901234567890.123456789012'],
    entered: ['7.000000000001', 6],
  },
  { name: 'a_fine_decimal', type: 'numeric(30,15)', values: ['0.000000000000001'], entered: ['0.100000000000001', 6] },
  { name: 'a_real', type: 'real', values: ['0', '1.1', '3.4e38', "'NaN'", "'-Infinity'"], entered: [2.5, 6] },
  { name: 'a_double', type: 'double precision', values: ['0', '0.1', '1e-300', "'Infinity'"], entered: [2.625, 6] },
  { name: 'a_bool', type: 'boolean', values: ['true', 'false'], entered: [1, 0] },
  {
    name: 'a_date',
    type: 'date',
    values: ["'2026-01-02'", "'infinity'", "'0044-03-15 BC'"],
    entered: ['2026-05-06', '2026-05-07'],
  },
  { name: 'a_time', type: 'time', values: ["'03:04:05.123456'", "'24:00:00'"], entered: ['10:11:12', '10:11:13'] },
  { name: 'a_time3', type: 'time(3)', values: ["'03:04:05.123'"], entered: ['10:11:12', '10:11:13'] },
  { name: 'a_timetz', type: 'timetz', values: ["'03:04:05.123456+08'"], entered: ['10:11:12+00', '10:11:13+00'] },
  { name: 'a_timestamp', type: 'timestamp', values: moments, entered: [1_770_000_000, 1_770_000_001] },
  { name: 'a_timestamp0', type: 'timestamp(0)', values: moments, entered: [1_770_000_000, 1_770_000_001] },
  { name: 'a_timestamp3', type: 'timestamp(3)', values: moments, entered: [1_770_000_000, 1_770_000_001] },
  { name: 'a_timestamptz', type: 'timestamptz', values: moments, entered: [1_770_000_000, 1_770_000_001] },
  { name: 'an_interval', type: 'interval', values: ["'1 year 2 mons 3 days 04:05:06.789'"], entered: ['2 days', '1 mon'] },
  {
    name: 'a_uuid',
    type: 'uuid',
    values: ["'0190163d-8694-739b-aea5-966c26f8ad91'"],
    entered: ['0190163d-8694-739b-aea5-966c26f8ad92', '0190163d-8694-739b-aea5-966c26f8ad93'],
  },
  { name: 'a_json', type: 'json', values: [`'{"b": 1,  "a": [1.50, null]}'`, "'null'", "'[]'"] },
  { name: 'a_jsonb', type: 'jsonb', values: [`'{"b": 1, "a": [12345678901234567890]}'`, '\'"x"\'', "'[]'"] },
  {
    name: 'pairs_array',
    type: 'jsonb',
    values: [`'[{"key":"a","value":1,"more":2}]'`, "'{}'"],
    entered: [[{ key: 'k', value: 'v' }], []],
  },
  { name: 'an_inet', type: 'inet', values: ["'192.168.1.5/24'"], entered: ['10.0.0.1', '::1'] },
  { name: 'a_cidr', type: 'cidr', values: ["'10.1.0.0/16'"], entered: ['10.0.0.0/8', '10.2.0.0/16'] },
  { name: 'a_macaddr', type: 'macaddr', values: ["'08:00:2b:01:02:03'"], entered: ['08:00:2b:01:02:04', '08:00:2b:01:02:05'] },
  { name: 'a_bytea', type: 'bytea', values: ["'\\x00ff'"] },
  {
    name: 'texts',
    type: 'text[]',
    values: ["'{}'", "array['a,b', null, '\"']", "'{{a,b},{c,d}}'"],
    entered: [['one', 'two, three'], []],
  },
  { name: 'lines', type: 'varchar(20)[]', values: ["array['a']", "'{}'"], entered: [['one'], ['two', 'two']] },
  { name: 'numbers', type: 'integer[]', values: ["'{}'", "'{3,1,null}'", "'{{1,2},{3,4}}'"], entered: [['7', '-1'], []] },
  { name: 'large_numbers', type: 'bigint[]', values: ["'{9007199254740993}'"], entered: [['9007199254740995'], []] },
  { name: 'amounts', type: 'numeric[]', values: ["'{1.50,2}'"], entered: [['1.500', '12345678901234567890.1'], []] },
  { name: 'ratios', type: 'double precision[]', values: ["'{0.1,1e-300,null}'"], entered: [['2.625'], []] },
  { name: 'flags', type: 'boolean[]', values: ["'{t,f}'"], entered: [['true'], []] },
  { name: 'days', type: 'date[]', values: ["'{2026-01-02,infinity}'"], entered: [['2026-03-04'], []] },
  {
    name: 'moments',
    type: 'timestamptz[]',
    values: ["'{2026-01-02 03:04:05.123456+00}'"],
    entered: [['2026-03-04 05:06:07+00'], []],
  },
  { name: 'moods', type: 'mood[]', values: ['\'{sad,"so so"}\'', "'{}'"], entered: [['happy', 'so so'], []] },
  {
    name: 'uuids',
    type: 'uuid[]',
    values: ["'{0190163d-8694-739b-aea5-966c26f8ad91}'"],
    entered: [['0190163d-8694-739b-aea5-966c26f8ad92'], []],
  },
  { name: 'documents', type: 'jsonb[]', values: [`array['{"a": 1.50}'::jsonb]`], entered: [['{"b": 2}'], []] },
  { name: 'some_images', type: 'text[]', values: ["array['a.png']", "'{}'"] },
  { name: 'a_range', type: 'int4range', values: ["'[1,5)'", "'empty'"], entered: ['[2,6)', '(,9)'] },
  { name: 'some_ranges', type: 'int4multirange', values: ["'{[1,5),[7,9)}'", "'{}'"], entered: ['{[2,6)}', '{}'] },
  { name: 'a_tstzrange', type: 'tstzrange', values: ["'[2026-01-01,)'"] },
  { name: 'a_mood', type: 'mood', values: ["'sad'", "'so so'"], entered: ['happy', 'sad'] },
  { name: 'a_domain', type: 'short_name', values: ["'x'", "''"], entered: ['one', 'two'] },
  { name: 'a_point', type: 'point', values: ["'(1.5,2)'"], entered: ['(3,4)', '(0,0.5)'] },
  { name: 'a_tsvector', type: 'tsvector', values: ["'fat:2 cat:3'"] },
  { name: 'an_xml', type: 'xml', values: ["'<a>1</a>'"], entered: ['<b/>', 'text'] },
  { name: 'a_bit', type: 'bit(3)', values: ["'101'"], entered: ['110', '000'] },
  { name: 'a_varbit', type: 'varbit', values: ["'10101'"], entered: ['11', '0'] },
  { name: 'a_money', type: 'money', values: ["'12.34'"], entered: ['$5.00', '$1,234.50'] },
  { name: 'some_points', type: 'point[]', values: ["array['(1.5,2)'::point]", "'{}'"], entered: [['(3,4)'], []] },
  { name: 'a_circle', type: 'circle', values: ["'<(1,2),3>'"], entered: ['<(0,0),1>', '<(1,1),2>'] },
  { name: 'an_oid', type: 'oid', values: ["'4294967295'"], entered: ['7', '8'] },
  { name: 'a_pair', type: 'pair', values: ['\'(1,"a b")\''], entered: ['(2,x)', '(3,y)'] },
  { name: 'a_path', type: 'ltree', values: ["'top.a'"], entered: ['top.b', 'c'] },
  { name: 'some_pairs', type: 'hstore', values: ["'a=>1, b=>NULL'"], entered: ['"c"=>"2"', ''] },
  { name: 'a_citext', type: 'citext', values: text, entered: ['One', 'two'] },
  {
    name: 'logo_image',
    type: 'text',
    values: ["'pictures/a.png'", "'/pictures/a.png'"],
    entered: ['https://a.example/b.png', 'https://a.example/c.png'],
  },
  { name: 'create_time', type: 'timestamptz', values: moments, entered: [1_770_000_000, 1_770_000_001] },
  { name: 'start_time', type: 'bigint', values: ['0', '1770000000', '1770000000123'], entered: [1_770_000_500, 1_770_000_501] },
  { name: 'firm_id', type: 'bigint references strange_firm', values: ['7', '9007199254740993'], entered: [8, 7] },
  { name: 'release_year', type: 'smallint', values: ['1999', '0'], entered: ['2001', '2002'] },
  { name: 'is_switch', type: 'smallint', values: ['0', '1'], entered: [1, 0] },
  { name: 'a_generated', type: 'integer generated always as (array_length(some_images, 1)) stored', values: [] },
  { name: 'counted', type: 'integer generated by default as identity', values: [] },
]

const nullable = ({ name, type }: StrangeColumn) => `"${name}" ${type}`

/** The tables as SQL. */
export const setup = `
  create type mood as enum ('sad', 'so so', 'happy');
  create extension if not exists ltree;
  create extension if not exists hstore;
  create extension if not exists citext;
  create type pair as (number integer, label text);
  create domain short_name as varchar(20) check (length(value) < 20);
  create table strange_firm (id bigint primary key, name text not null);
  insert into strange_firm values (7, 'Seven'), (8, 'Eight'), (9007199254740993, 'Large');
  create table strange (id bigint generated always as identity (start with 9007199254740993) primary key, ${columns.map(nullable).join(', ')});`
