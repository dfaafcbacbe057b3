import { expect } from 'vitest'
import { exportStatus } from '../../../src/schemas/language/dataio.ts'
import { checked } from '../../dataio/imports.ts'
import type { Client } from '../../harness/client.ts'
import type { TestServer } from '../../harness/server.ts'
import { picture, send } from '../../harness/uploads.ts'
import { makeCompetition } from '../../shop/teamLab.ts'

export type Key = number | string

interface World {
  server: TestServer
  signIn(): Promise<Client>
}

/** Makes by calls of the server what an action needs and the demo shop does not have; gives the key of the row it is about, if of one. */
export type Making = (world: World) => Promise<Key | undefined>

let made = 0
const unique = () => `${Date.now() % 1_000_000}${++made}`

/** Adds a row as its form does. */
const added =
  (controller: string, body: () => object): Making =>
  async ({ signIn }) => {
    const { body: answer, text } = await (await signIn()).post<{ id: number }>(`/admin/${controller}/add`, body())
    expect(answer.code, text).toBe(1)
    return answer.data.id
  }

/** An export of the owner that is ready to be fetched. */
const exported =
  (controller: string, column: string): Making =>
  async ({ signIn }) => {
    const owner = await signIn()
    const body = { name: `File ${unique()}`, format: 'csv', columns: [column], zone: 'Asia/Shanghai', query: {} }
    const { body: answer, text } = await owner.post<{ id: number }>(`/admin/${controller}/export`, body)
    expect(answer.code, text).toBe(1)
    const { id } = answer.data
    const status = async () => (await owner.get<{ status: number }>('/admin/dataio.Export/mine', { id })).body.data.status
    await expect.poll(status).toBe(exportStatus.done)
    return id
  }

/** A file of delivery companies that was checked; with a line that is wrong where faults are wanted. */
const imported =
  (faulty = false): Making =>
  async ({ signIn, server }) => {
    const n = unique()
    const lines = ['名称,编码', `快递${n},k${n}`, ...(faulty ? ['坏编码,坏 编码'] : [])]
    return (await checked(await signIn(), server, 'shop.delivery.Company', lines.join('\n'))).id
  }

export const making: Readonly<Record<string, Making>> = {
  'auth/admin.kick': async ({ server }) => {
    await server.signIn('packer')
    return (await server.query<{ id: number }>(`select id from admin where username = 'packer'`))[0]?.id
  },
  'auth/group.delete': added('auth.Group', () => ({ pid: 1, name: `组${unique()}`, rules: [1], status: 1 })),
  'user/group.delete': added('user.Group', () => ({ name: `组${unique()}`, rules: [301], status: 1 })),
  'dataio/export.delete': exported('points.Goods', 'title'),
  'dataio/export.detail': exported('points.Goods', 'title'),
  'dataio/export.download': exported('points.Goods', 'title'),
  'shop/order/export.delete': exported('shop.order.Order', 'order_no'),
  'shop/order/export.detail': exported('shop.order.Order', 'order_no'),
  'shop/order/export.download': exported('shop.order.Order', 'order_no'),
  'dataio/import.delete': imported(),
  'dataio/import.detail': imported(),
  'dataio/import.run': imported(),
  'dataio/import.cancel': imported(),
  'dataio/import.report': imported(true),
  'routine/attachment.delete': async ({ signIn, server }) => {
    const { body } = await send(server, (await signIn()).token, await picture(++made), `spare${unique()}.png`, {
      type: 'image/png',
    })
    return body.data.file.id
  },
  'routine/session.end': async ({ signIn, server }) => {
    await signIn()
    return (await server.query<{ id: number }>("select id from admin_session where user_agent not like '%Chrome%' limit 1"))[0]
      ?.id
  },
  'shop/team/join.register': async ({ signIn }) => {
    await makeCompetition(await signIn(), { title: '开放报名赛' })
    return undefined
  },
  'points/rule.add': async ({ signIn, server }) => {
    const [rule] = await server.query<{ id: number }>(`select id from points_rule where event = 'birthday'`)
    if (rule) await (await signIn()).del('/admin/points.Rule/del', { ids: [rule.id] })
    return undefined
  },
}
