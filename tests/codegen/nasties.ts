/** Tables with everything that the generator looks for, and what it must leave alone. */
export const nasties = `
  create type shipping as enum ('pending', 'in_transit', 'delivered', 'cancelled');
  create type size as enum ('S', 'M', 'L');
  create domain percentage as numeric(5,2) check (value >= 0 and value <= 100);
  create table crm_customer (id serial primary key, full_name text not null, email text, mobile varchar(20), website text,
    addr text, country_code varchar(2) check (country_code ~ '^[A-Z]{2}$'), password_hash varchar(200), ext_uuid uuid,
    notes text, created_at timestamptz not null default now(), updated_at timestamptz);
  insert into crm_customer (full_name, email, mobile, website) values ('Ann', 'ann@example.com', '13800138000', 'no site'), ('Bob', null, '13900139000', null);
  create table crm_tag (id serial primary key, name text not null);
  insert into crm_tag (name) values ('a'), ('b');
  create table crm_customer_tag (customer_id int references crm_customer, tag_id int references crm_tag,
    created_at timestamptz default now(), primary key (customer_id, tag_id));
  create table crm_customer_visit (customer_id int references crm_customer, tag_id int references crm_tag, note text not null, primary key (customer_id, tag_id));
  create table crm_category (id serial primary key, parent_id int references crm_category, title varchar(50) not null);
  insert into crm_category (parent_id, title) values (null, 'a'), (1, 'b'), (2, 'c');
  create table crm_ring (id serial primary key, next_id int references crm_ring, name varchar(20));
  insert into crm_ring (name) values ('x'), ('y');
  update crm_ring set next_id = 3 - id;
  create table crm_order (id serial primary key, order_no varchar(20) not null, customer_id int not null references crm_customer,
    category_id int references crm_category, shipping shipping not null default 'pending', size size,
    status smallint not null default 0, qty int not null check (qty > 0 and qty <= 1000), disc_pct percentage,
    total_amt numeric(10,2) not null check (total_amt >= 0), kind text check (kind in ('retail', 'trade')),
    is_gift smallint not null default 0 check (is_gift in (0, 1)), ordered_on date, payload jsonb, owner_type text, owner_id int,
    last_update timestamp not null default now());
  comment on column crm_order.status is '状态:0=待支付,1=已支付,2=已取消';
  insert into crm_order (order_no, customer_id, qty, total_amt) values ('A1', 1, 1, 1);
  create table crm_line (id serial primary key, order_id int not null references crm_order, logout varchar(40), unit_price numeric(10,2));
  create table crm_event (id int, at date not null, name varchar(20), primary key (id, at)) partition by range (at);
  create table crm_event_2026 partition of crm_event for values from ('2026-01-01') to ('2027-01-01');
  create table crm_poly (id serial primary key, any_id int references crm_order, name text,
    foreign key (any_id) references crm_customer);
  create table "Strange Name" (id serial primary key);
  create table ware_a (id serial primary key, name text);
  create table ware_b (id serial primary key, name text, ware_a_id int references ware_a);
  create table ware_c (id serial primary key, name text);`
