-- A clinic as an old Windows program left it: names in capitals and quotes, a table and columns in Chinese, names with spaces, comments in Chinese.
CREATE TYPE "VisitState" AS ENUM ('booked', 'arrived', 'in_treatment', 'finished', 'no_show');
CREATE DOMAIN "Email" AS varchar(120) CHECK (VALUE ~ '^[^@ ]+@[^@ ]+$');

CREATE TABLE "Department" (
  "DeptCode" char(4) PRIMARY KEY,
  "DeptName" varchar(60) NOT NULL UNIQUE,
  "ParentCode" char(4) REFERENCES "Department",
  "Floor" smallint CHECK ("Floor" BETWEEN -2 AND 30),
  "IsActive" boolean NOT NULL DEFAULT true
);
COMMENT ON TABLE "Department" IS '科室';
COMMENT ON COLUMN "Department"."DeptCode" IS '科室编码';
COMMENT ON COLUMN "Department"."DeptName" IS '科室名称';
COMMENT ON COLUMN "Department"."ParentCode" IS '上级科室';
COMMENT ON COLUMN "Department"."Floor" IS '楼层';
COMMENT ON COLUMN "Department"."IsActive" IS '是否启用';
INSERT INTO "Department" VALUES
  ('0100', '内科', NULL, 2, true), ('0101', '心血管内科', '0100', 2, true), ('0102', '呼吸内科', '0100', 3, true),
  ('0200', '外科', NULL, 4, true), ('0300', '儿科', NULL, 1, true), ('0900', '中医科', NULL, 5, false);

CREATE TABLE "Doctor" (
  "DoctorID" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "StaffNo" varchar(12) NOT NULL UNIQUE,
  "FullName" varchar(40) NOT NULL,
  "Title" varchar(20) NOT NULL DEFAULT '住院医师' CHECK ("Title" IN ('住院医师', '主治医师', '副主任医师', '主任医师')),
  "DeptCode" char(4) NOT NULL REFERENCES "Department",
  "Email" "Email",
  "Phone" varchar(20),
  "HiredOn" date NOT NULL DEFAULT CURRENT_DATE,
  "Bio" text,
  "LoginPwd" varchar(100)
);
COMMENT ON TABLE "Doctor" IS '医生';
COMMENT ON COLUMN "Doctor"."StaffNo" IS '工号';
COMMENT ON COLUMN "Doctor"."FullName" IS '姓名';
COMMENT ON COLUMN "Doctor"."Title" IS '职称';
COMMENT ON COLUMN "Doctor"."DeptCode" IS '所属科室';
COMMENT ON COLUMN "Doctor"."Email" IS '邮箱';
COMMENT ON COLUMN "Doctor"."Phone" IS '联系电话';
COMMENT ON COLUMN "Doctor"."HiredOn" IS '入职日期';
COMMENT ON COLUMN "Doctor"."Bio" IS '简介';
COMMENT ON COLUMN "Doctor"."LoginPwd" IS '登录密码';
INSERT INTO "Doctor" ("StaffNo", "FullName", "Title", "DeptCode", "Email", "Phone", "HiredOn", "Bio") VALUES
  ('D0001', '王建国', '主任医师', '0101', 'wangjg@clinic.example', '13800138001', '2001-07-01', '从事心血管内科临床工作三十余年，擅长冠心病、高血压、心力衰竭的诊治。'),
  ('D0002', '李晓燕', '主治医师', '0102', 'lixy@clinic.example', '13800138002', '2012-03-15', NULL),
  ('D0003', '陈思远', '副主任医师', '0200', NULL, '13800138003', '2008-09-01', NULL),
  ('D0004', 'Anna Müller', '住院医师', '0300', 'a.mueller@clinic.example', '13800138004', '2023-01-09', E'Two years in Bonn.\nSpeaks German.');

CREATE TABLE "Patient" (
  "PatientID" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  "MRN" varchar(16) NOT NULL UNIQUE,
  "LastName" varchar(40) NOT NULL,
  "FirstName" varchar(40) NOT NULL,
  "Sex" char(1) NOT NULL DEFAULT 'U' CHECK ("Sex" IN ('M', 'F', 'U')),
  "BirthDate" date NOT NULL CHECK ("BirthDate" >= '1900-01-01'),
  "IDCardNo" varchar(18),
  "Mobile" varchar(20),
  "Address" text,
  "BloodType" varchar(3) CHECK ("BloodType" IN ('A', 'B', 'AB', 'O')),
  "HeightCm" numeric(5,1) CHECK ("HeightCm" > 0 AND "HeightCm" < 300),
  "WeightKg" numeric(5,2),
  "BMI" numeric(6,2) GENERATED ALWAYS AS ("WeightKg" / nullif(("HeightCm" / 100) * ("HeightCm" / 100), 0)) STORED,
  "Allergies" text[] NOT NULL DEFAULT '{}',
  "Extra" jsonb,
  "CreatedAt" timestamptz NOT NULL DEFAULT now(),
  "UpdatedAt" timestamptz
);
COMMENT ON TABLE "Patient" IS '患者';
COMMENT ON COLUMN "Patient"."MRN" IS '病历号';
COMMENT ON COLUMN "Patient"."LastName" IS '姓';
COMMENT ON COLUMN "Patient"."FirstName" IS '名';
COMMENT ON COLUMN "Patient"."Sex" IS '性别:M=男,F=女,U=未知';
COMMENT ON COLUMN "Patient"."BirthDate" IS '出生日期';
COMMENT ON COLUMN "Patient"."IDCardNo" IS '身份证号';
COMMENT ON COLUMN "Patient"."Mobile" IS '手机';
COMMENT ON COLUMN "Patient"."Address" IS '住址';
COMMENT ON COLUMN "Patient"."BloodType" IS '血型';
COMMENT ON COLUMN "Patient"."HeightCm" IS '身高(厘米)';
COMMENT ON COLUMN "Patient"."WeightKg" IS '体重(公斤)';
COMMENT ON COLUMN "Patient"."BMI" IS '体质指数';
COMMENT ON COLUMN "Patient"."Allergies" IS '过敏史';
INSERT INTO "Patient" ("PatientID", "MRN", "LastName", "FirstName", "Sex", "BirthDate", "Mobile", "Address", "BloodType", "HeightCm", "WeightKg", "Allergies", "Extra") VALUES
  ('0190163d-8694-739b-aea5-000000000001', 'M20260001', '赵', '敏', 'F', '1988-02-29', '13900139001', '上海市徐汇区漕溪北路 88 号', 'A', 165.0, 54.50, '{青霉素,花粉}', '{"vip": true}'),
  ('0190163d-8694-739b-aea5-000000000002', 'M20260002', '孙', '伟', 'M', '1961-11-03', '13900139002', NULL, 'O', 172.5, 80.00, '{}', NULL),
  ('0190163d-8694-739b-aea5-000000000003', 'M20260003', 'O''Neil', 'Kate', 'F', '2015-06-01', NULL, E'12 High Street\nCork', NULL, 120.0, NULL, '{}', '[]');

CREATE TABLE "Room" (
  "RoomNo" varchar(10) PRIMARY KEY,
  "DeptCode" char(4) REFERENCES "Department",
  "RoomType" smallint NOT NULL DEFAULT 1,
  "Beds" smallint NOT NULL DEFAULT 1 CHECK ("Beds" BETWEEN 0 AND 12)
);
COMMENT ON TABLE "Room" IS '诊室';
COMMENT ON COLUMN "Room"."RoomNo" IS '房间号';
COMMENT ON COLUMN "Room"."DeptCode" IS '科室';
COMMENT ON COLUMN "Room"."RoomType" IS '类型:1=诊室,2=病房,3=手术室';
COMMENT ON COLUMN "Room"."Beds" IS '床位数';
INSERT INTO "Room" VALUES ('A-201', '0101', 1, 1), ('A-305', '0102', 2, 6), ('OR-1', '0200', 3, 1);

CREATE TABLE "Visit" (
  "VisitID" bigint GENERATED BY DEFAULT AS IDENTITY (START WITH 9007199254740993) PRIMARY KEY,
  "VisitNo" varchar(20) NOT NULL UNIQUE,
  "PatientID" uuid NOT NULL REFERENCES "Patient",
  "DoctorID" integer NOT NULL REFERENCES "Doctor",
  "RoomNo" varchar(10) REFERENCES "Room" ON DELETE SET NULL,
  "State" "VisitState" NOT NULL DEFAULT 'booked',
  "BookedFor" timestamp NOT NULL,
  "Duration" interval NOT NULL DEFAULT '15 minutes',
  "Temperature" real,
  "ChiefComplaint" text NOT NULL DEFAULT '',
  "Fee" numeric(10,2) NOT NULL DEFAULT 0 CHECK ("Fee" >= 0),
  "ClientIP" inet
);
COMMENT ON TABLE "Visit" IS '就诊记录';
COMMENT ON COLUMN "Visit"."VisitNo" IS '就诊号';
COMMENT ON COLUMN "Visit"."PatientID" IS '患者';
COMMENT ON COLUMN "Visit"."DoctorID" IS '医生';
COMMENT ON COLUMN "Visit"."RoomNo" IS '诊室';
COMMENT ON COLUMN "Visit"."State" IS '状态:booked=已预约,arrived=已到诊,in_treatment=就诊中,finished=已完成,no_show=未到';
COMMENT ON COLUMN "Visit"."BookedFor" IS '预约时间';
COMMENT ON COLUMN "Visit"."ChiefComplaint" IS '主诉';
COMMENT ON COLUMN "Visit"."Fee" IS '费用';
INSERT INTO "Visit" ("VisitNo", "PatientID", "DoctorID", "RoomNo", "State", "BookedFor", "Temperature", "ChiefComplaint", "Fee", "ClientIP") VALUES
  ('V260101-001', '0190163d-8694-739b-aea5-000000000001', 1, 'A-201', 'finished', '2026-01-05 09:30', 36.6, '反复胸闷、心悸三个月，活动后加重，休息可缓解，无夜间阵发性呼吸困难。', 120.00, '10.0.0.12'),
  ('V260101-002', '0190163d-8694-739b-aea5-000000000002', 2, 'A-305', 'in_treatment', '2026-01-05 10:00:30.123456', 38.2, '咳嗽', 80.50, NULL),
  ('V260101-003', '0190163d-8694-739b-aea5-000000000003', 4, NULL, 'no_show', '2026-01-06 08:00', NULL, '', 0, NULL);

CREATE TABLE "Diagnosis" (
  "DiagnosisID" serial PRIMARY KEY,
  "VisitID" bigint NOT NULL REFERENCES "Visit" ON DELETE CASCADE,
  "ICD10" varchar(8) NOT NULL CHECK ("ICD10" ~ '^[A-Z][0-9]{2}(\.[0-9]{1,2})?$'),
  "Description" varchar(500) NOT NULL,
  "IsMain" boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE "Diagnosis" IS '诊断';
COMMENT ON COLUMN "Diagnosis"."ICD10" IS 'ICD-10 编码';
COMMENT ON COLUMN "Diagnosis"."Description" IS '诊断描述';
COMMENT ON COLUMN "Diagnosis"."IsMain" IS '主要诊断';
INSERT INTO "Diagnosis" ("VisitID", "ICD10", "Description", "IsMain") VALUES
  (9007199254740993, 'I20.9', '心绞痛', true), (9007199254740994, 'J06.9', '急性上呼吸道感染', true), (9007199254740994, 'R05', '咳嗽', false);

CREATE TABLE "Drug" (
  "DrugCode" varchar(20) PRIMARY KEY,
  "DrugName" varchar(80) NOT NULL,
  "Spec" varchar(80),
  "UnitPrice" numeric(12,4) NOT NULL CHECK ("UnitPrice" > 0),
  "Stock" integer NOT NULL DEFAULT 0,
  "IsRx" smallint NOT NULL DEFAULT 1 CHECK ("IsRx" IN (0, 1)),
  "Search" tsvector GENERATED ALWAYS AS (to_tsvector('simple', "DrugName")) STORED
);
COMMENT ON TABLE "Drug" IS '药品';
COMMENT ON COLUMN "Drug"."DrugCode" IS '药品编码';
COMMENT ON COLUMN "Drug"."DrugName" IS '药品名称';
COMMENT ON COLUMN "Drug"."Spec" IS '规格';
COMMENT ON COLUMN "Drug"."UnitPrice" IS '单价';
COMMENT ON COLUMN "Drug"."Stock" IS '库存';
COMMENT ON COLUMN "Drug"."IsRx" IS '处方药';
INSERT INTO "Drug" VALUES ('X/001', '阿司匹林肠溶片', '100mg*30片', 15.8000, 400, 0), ('X 002', '阿莫西林胶囊', '0.25g*24粒', 9.9000, 0, 1), ('美托洛尔', '酒石酸美托洛尔片', '25mg*20片', 6.1250, 55, 1);

CREATE TABLE "Prescription" (
  "VisitID" bigint NOT NULL REFERENCES "Visit" ON DELETE CASCADE,
  "LineNo" smallint NOT NULL,
  "DrugCode" varchar(20) NOT NULL REFERENCES "Drug",
  "Dose" varchar(40) NOT NULL,
  "Days" smallint NOT NULL DEFAULT 3 CHECK ("Days" > 0 AND "Days" <= 90),
  "RowGuid" uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  PRIMARY KEY ("VisitID", "LineNo")
);
COMMENT ON TABLE "Prescription" IS '处方';
COMMENT ON COLUMN "Prescription"."VisitID" IS '就诊';
COMMENT ON COLUMN "Prescription"."LineNo" IS '行号';
COMMENT ON COLUMN "Prescription"."DrugCode" IS '药品';
COMMENT ON COLUMN "Prescription"."Dose" IS '用法用量';
COMMENT ON COLUMN "Prescription"."Days" IS '天数';
INSERT INTO "Prescription" VALUES (9007199254740993, 1, 'X/001', '100mg 每日一次', 30), (9007199254740993, 2, '美托洛尔', '25mg 每日两次', 30), (9007199254740994, 1, 'X 002', '0.5g 每日三次', 7);

CREATE TABLE "Doctor Specialty" (
  "Specialty Id" serial PRIMARY KEY,
  "Specialty Name" varchar(60) NOT NULL,
  "Notes / remarks" text
);
INSERT INTO "Doctor Specialty" ("Specialty Name", "Notes / remarks") VALUES ('Cardiology', 'heart'), ('Paediatrics', NULL);

CREATE TABLE "Holiday" (
  "Day" date PRIMARY KEY,
  "Name" varchar(40) NOT NULL,
  "IsWorkday" boolean NOT NULL DEFAULT false
);
COMMENT ON TABLE "Holiday" IS '节假日';
COMMENT ON COLUMN "Holiday"."Day" IS '日期';
COMMENT ON COLUMN "Holiday"."Name" IS '名称';
COMMENT ON COLUMN "Holiday"."IsWorkday" IS '调休上班';
INSERT INTO "Holiday" VALUES ('2026-01-01', '元旦', false), ('2026-02-14', '春节调休', true), ('2026-10-01', '国庆节', false);

CREATE TABLE "Switch" (
  "Flag" boolean PRIMARY KEY,
  "Meaning" varchar(20) NOT NULL
);
INSERT INTO "Switch" VALUES (true, 'on');

CREATE TABLE 收费单 (
  单号 varchar(20) PRIMARY KEY,
  就诊号 varchar(20) REFERENCES "Visit" ("VisitNo"),
  金额 numeric(10,2) NOT NULL CHECK (金额 >= 0),
  支付方式 varchar(10) NOT NULL DEFAULT '现金' CHECK (支付方式 IN ('现金', '医保', '微信', '支付宝')),
  已退款 boolean NOT NULL DEFAULT false,
  备注 text,
  收费时间 timestamp NOT NULL DEFAULT now()
);
COMMENT ON TABLE 收费单 IS '收费单';
INSERT INTO 收费单 VALUES ('F0001', 'V260101-001', 120.00, '医保', false, NULL, '2026-01-05 10:12:00'), ('F0002', 'V260101-002', 80.50, '微信', true, '患者要求退费', '2026-01-05 11:00:00');

CREATE VIEW "VisitsToday" AS
  SELECT v."VisitNo", p."LastName" || p."FirstName" AS "Patient", d."FullName" AS "Doctor", v."State", v."BookedFor"
  FROM "Visit" v JOIN "Patient" p USING ("PatientID") JOIN "Doctor" d USING ("DoctorID");
COMMENT ON VIEW "VisitsToday" IS '今日就诊';
