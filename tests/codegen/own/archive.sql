-- An archive whose tables have keys of several columns of every type.
create type medium as enum ('book', 'map, folded', '手稿', 'disc');

create table shelves (
  building text not null,
  shelf varchar(40) not null,
  metres numeric(6,2) not null default 1,
  remark text,
  primary key (building, shelf)
);
insert into shelves values
  ('Main', 'A 1', 12.50, null), ('Main', 'a 1', 3, 'the same in small letters'),
  ('O''Hara "West"', 'B,2', 1, 'quotes and a comma'), ('東館', '一号 架', 7.25, '中文'), (' blank ', ' both sides ', 2, ''),
  ('~', '!', 4, 'signs'), ('a~b', '!0!1!2', 5, null), ('100%', 'x/y?z=1&u=2#3+4', 6, 'of addresses'), ('\', '\n', 8, null),
  ('["a"]', '{"b": 1}', 9, null), ('Straße', E'two\nlines', 10, null), ('', 'nowhere', 11, 'an empty part'), ('', '', 12, null), ('😀', 'é', 13, null);

create table volumes (
  shelf_building text not null,
  shelf_no varchar(40) not null,
  medium medium not null,
  volume_no smallint not null,
  title varchar(120) not null,
  price numeric(10,2),
  primary key (shelf_building, shelf_no, medium, volume_no),
  foreign key (shelf_building, shelf_no) references shelves
);
insert into volumes values
  ('Main', 'A 1', 'book', 1, 'Histories', 19.90), ('Main', 'A 1', 'book', 2, 'Histories, continued', null),
  ('Main', 'A 1', 'map, folded', 1, 'The river', 5), ('東館', '一号 架', '手稿', -3, '诗集', 1200);

create table loans (
  reader uuid not null,
  due date not null,
  medium medium not null,
  returned boolean not null default false,
  note varchar(200),
  primary key (reader, due, medium)
);
insert into loans values
  ('0190163d-8694-739b-aea5-966c26f8ad91', '2026-02-28', 'book', false, null), ('0190163d-8694-739b-aea5-966c26f8ad91', '2026-02-28', '手稿', true, 'late'),
  ('ffffffff-ffff-4fff-8fff-ffffffffffff', '1999-12-31', 'map, folded', false, '');

create table readings (
  sensor char(6) not null,
  read_at timestamptz not null,
  humidity numeric(4,1) not null,
  checked_by varchar(60),
  primary key (sensor, read_at)
);
insert into readings values
  ('N-1', '2026-01-02 03:04:05.678901+00', 41.5, null), ('N-1', '2026-01-02 03:04:05.678902+00', 41.6, 'Ann'), ('东-2', '2026-01-02 11:00:00+08', 55, null);

create table tariffs (
  zone bigint not null,
  rate numeric(8,3) not null,
  is_night boolean not null,
  valid_from timestamp not null,
  label varchar(60) not null default '',
  primary key (zone, rate, is_night, valid_from)
);
insert into tariffs values
  (9007199254740993, 1.250, true, '2026-01-01 00:00:00', 'night'), (9007199254740993, 1.250, false, '2026-01-01 00:00:00', 'day'), (-4, 0.001, false, '2025-06-01 12:30:00.5', '');
