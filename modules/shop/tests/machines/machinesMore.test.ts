import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { Schema } from '../../../../codegen/schema/schema.ts'
import { withCheckDigit } from '../../../../src/schemas/kinds/idnumber.ts'
import type { Client } from '../../../../tests/harness/client.ts'
import { productSchema } from '../../../../tests/harness/schemas.ts'
import { startTestServer, type TestServer } from '../../../../tests/harness/server.ts'
import { startTestSandbox, type TestSandbox } from '../../../../tests/harness/services/sandbox.ts'
import { memberClient, registerMember } from '../../../../tests/member/people.ts'
import { expectSoundShop } from '../helpers/helpers.ts'
import { urls } from '../teams/teamHelpers.ts'
import { codeMachine, sendMachine } from './machineCoupons.ts'
import { goodsMachine, noticeMachine } from './machineGoods.ts'
import { exportMachine, importMachine, orderExportMachine } from './machineJobs.ts'
import { pointsMachine, rechargeMachine } from './machineMoney.ts'
import { done, testMachine } from './machineRun.ts'
import { entryMachine, joinMachine, resultMachine, teamMachine } from './machineTeam.ts'

let server: TestServer
let sandbox: TestSandbox
let owner: Client
let other: Client
let member: Client
let schema: Schema
let memberId = 0
let dataDir = ''
let now = 0
const contestants: number[] = []

beforeAll(async () => {
  now = Math.floor(Date.now() / 1000)
  // Money through the provider stays on its way, so that there is a state to look at.
  sandbox = await startTestSandbox({ delay: [600_000, 600_000] })
  dataDir = mkdtempSync(join(tmpdir(), 'kontor-machines-'))
  server = await startTestServer({ database: 'demo', settings: { ...sandbox.settings, dataDir }, jobs: { every: 0.2 } })
  owner = await server.signIn('admin')
  other = await server.signIn('manager')
  schema = await productSchema()
  member = memberClient(server, (await registerMember(server, 'machinist', 'Quiet-harbour-7')).token)
  memberId = (await server.query<{ id: number }>(`select id from "user" where username = 'machinist'`))[0]?.id ?? 0
  done(await owner.post('/admin/user.MoneyLog/add', { user_id: memberId, money: '90000.00', memo: '充值' }))
  for (const n of [1, 2]) {
    const person = {
      user_id: memberId,
      name: `参赛${'甲乙'[n - 1]}`,
      idnumber: withCheckDigit(`11010119900311${n}01`),
      mobile: `1380013800${n}`,
    }
    const added = await owner.post<{ id: number }>(`${urls.contestant}/add`, {
      ...person,
      emergency_name: '家人',
      emergency_mobile: `1380013810${n}`,
      is_self: 0,
      status: 1,
    })
    contestants.push(done(added).id)
  }
}, 180_000)
afterAll(async () => {
  await expectSoundShop(server)
  await server.close()
  await sandbox.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const lab = () => ({ server, sandbox, owner, other, member, memberId, now, schema, contestants, dataDir })

testMachine(lab, rechargeMachine)
testMachine(lab, pointsMachine)
testMachine(lab, codeMachine)
testMachine(lab, sendMachine)
testMachine(lab, joinMachine)
testMachine(lab, teamMachine)
testMachine(lab, entryMachine)
testMachine(lab, resultMachine)
testMachine(lab, goodsMachine)
testMachine(lab, noticeMachine)
testMachine(lab, exportMachine)
testMachine(lab, orderExportMachine)
testMachine(lab, importMachine)
