-- A school as it was ported from an old MySQL: plural names, join tables, keys of several columns, days as text, flags as numbers.
create table schools (
  id serial primary key,
  name varchar(100) not null,
  code varchar(10) not null unique,
  city varchar(60) not null default '',
  website varchar(200) not null default '',
  founded_year smallint,
  active smallint not null default 1
);
comment on column schools.active is '0=no, 1=yes';
insert into schools (name, code, city, website, founded_year) values
  ('Lincoln Primary', 'LIN', 'Leeds', 'https://lincoln.example', 1954), ('第三中学', 'S3', '杭州', '', 1987);

create table academic_years (
  year_code char(9) primary key,
  starts_on varchar(10) not null default '0000-00-00',
  ends_on varchar(10) not null default '0000-00-00',
  is_current smallint not null default 0
);
insert into academic_years values ('2024/2025', '2024-09-02', '2025-07-18', 0), ('2025/2026', '2025-09-01', '2026-07-17', 1);

create table terms (
  year_code char(9) not null references academic_years,
  term_no smallint not null check (term_no between 1 and 3),
  label varchar(40) not null,
  primary key (year_code, term_no)
);
insert into terms values ('2025/2026', 1, 'Autumn'), ('2025/2026', 2, 'Spring'), ('2024/2025', 1, 'Autumn');

create table teachers (
  id serial primary key,
  school_id integer not null references schools,
  first_name varchar(50) not null,
  last_name varchar(50) not null,
  email varchar(120) unique,
  phone varchar(30),
  birth_date varchar(10),
  salary numeric(9,2) not null default 0.00,
  password varchar(255) not null default '',
  remember_token varchar(100),
  created_at timestamp default current_timestamp,
  updated_at timestamp,
  deleted_at timestamp
);
insert into teachers (school_id, first_name, last_name, email, phone, birth_date, salary) values
  (1, 'Mary', 'Shelley', 'mary@lincoln.example', '+44 113 496 0001', '1979-08-30', 3120.50),
  (1, 'Alan', 'Turing', 'alan@lincoln.example', NULL, '', 4000),
  (2, '丽', '张', NULL, '0571-88880000', '1985-01-12', 9800);

create table subjects (
  id serial primary key,
  name varchar(80) not null,
  short_name varchar(6),
  color varchar(7) not null default '#336699',
  description text
);
insert into subjects (name, short_name, description) values
  ('Mathematics', 'MATH', 'Numbers, algebra and geometry for years one to six, with a weekly hour of puzzles that pupils choose by themselves.'),
  ('English', 'ENG', ''), ('Physical education', 'PE', NULL);

create table teacher_subjects (
  teacher_id integer not null references teachers,
  subject_id integer not null references subjects,
  primary key (teacher_id, subject_id)
);
insert into teacher_subjects values (1, 2), (2, 1), (3, 1), (3, 3);

create table class_groups (
  id serial primary key,
  school_id integer not null references schools,
  year_code char(9) not null references academic_years,
  name varchar(20) not null,
  tutor_id integer references teachers,
  max_students smallint not null default 30 check (max_students > 0),
  unique (school_id, year_code, name)
);
insert into class_groups (school_id, year_code, name, tutor_id) values (1, '2025/2026', '4A', 1), (1, '2025/2026', '4B', 2), (2, '2025/2026', '七（1）班', 3);

create table students (
  id serial primary key,
  student_no varchar(12) not null unique,
  first_name varchar(50) not null,
  last_name varchar(50) not null,
  gender char(1) not null default '-',
  birth_date varchar(10) not null default '',
  class_group_id integer references class_groups,
  status varchar(10) not null default 'enrolled' check (status in ('enrolled', 'suspended', 'graduated', 'left')),
  notes text,
  photo varchar(255),
  created_at timestamp default current_timestamp
);
insert into students (student_no, first_name, last_name, gender, birth_date, class_group_id, status, notes) values
  ('L-0001', 'Tom', 'Sawyer', 'm', '2016-03-04', 1, 'enrolled', NULL), ('L-0002', 'Becky', 'Thatcher', 'f', '2016-11-30', 1, 'enrolled', 'allergic to nuts'),
  ('L-0003', 'Huck', 'Finn', 'm', '', NULL, 'left', 'moved away' || E'\n' || 'new school asked for records'), ('S3-001', '明', '王', 'm', '2013-05-06', 3, 'suspended', NULL);

create table guardians (
  id serial primary key,
  full_name varchar(100) not null,
  mobile varchar(30),
  email varchar(120)
);
insert into guardians (full_name, mobile) values ('Aunt Polly', '+44 7700 900001'), ('王先生', '13900001111');

create table student_guardians (
  student_id integer not null references students on delete cascade,
  guardian_id integer not null references guardians,
  relation varchar(20) not null default 'parent',
  is_primary smallint not null default 0 check (is_primary in (0, 1)),
  primary key (student_id, guardian_id)
);
insert into student_guardians values (1, 1, 'aunt', 1), (4, 2, 'parent', 1);

create table rooms (
  building varchar(4) not null,
  number smallint not null,
  seats smallint not null default 0,
  has_projector smallint not null default 0,
  primary key (building, number)
);
insert into rooms values ('A', 101, 32, 1), ('A', 102, 30, 0), ('B', 1, 80, 1);

create table lessons (
  id serial primary key,
  class_group_id integer not null references class_groups,
  subject_id integer not null references subjects,
  teacher_id integer not null references teachers,
  building varchar(4),
  room_number smallint,
  weekday smallint not null check (weekday between 1 and 7),
  starts_at time not null,
  ends_at time not null,
  foreign key (building, room_number) references rooms (building, number),
  check (ends_at > starts_at)
);
insert into lessons (class_group_id, subject_id, teacher_id, building, room_number, weekday, starts_at, ends_at) values
  (1, 1, 2, 'A', 101, 1, '08:30', '09:15'), (1, 2, 1, 'A', 101, 1, '09:20', '10:05'), (3, 3, 3, NULL, NULL, 5, '14:00', '14:45');

create table grades (
  student_id integer not null references students,
  subject_id integer not null references subjects,
  year_code char(9) not null,
  term_no smallint not null,
  mark numeric(4,1) not null check (mark >= 0 and mark <= 100),
  graded_on varchar(10) not null default '',
  remark varchar(255),
  primary key (student_id, subject_id, year_code, term_no),
  foreign key (year_code, term_no) references terms
);
insert into grades values (1, 1, '2025/2026', 1, 61.5, '2025-12-19', NULL), (1, 2, '2025/2026', 1, 88, '2025-12-19', 'Reads a lot.'), (4, 1, '2025/2026', 1, 97.5, '', NULL);

create table absences (
  id bigserial primary key,
  student_id integer not null references students,
  absent_on date not null,
  lesson_id integer references lessons on delete set null,
  excused boolean,
  reason varchar(200)
);
insert into absences (student_id, absent_on, excused, reason) values (1, '2026-01-12', true, 'flu'), (3, '2026-01-13', NULL, NULL);

create table settings (
  name varchar(60) primary key,
  value text not null
);
insert into settings values ('report.footer', 'Printed by the office'), ('a/b?c=d&e', 'a key with signs of an address'), ('maxAbsences', '12');

create table import_log (
  line text,
  imported_at timestamp default now()
);
insert into import_log (line) values ('first'), ('second'), ('second');

create view student_averages as
  select s.id as student_id, s.last_name, round(avg(g.mark), 1) as average from students s join grades g on g.student_id = s.id group by s.id;
