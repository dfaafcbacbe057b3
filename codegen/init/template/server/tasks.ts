import { defineScreens, sql } from 'kontor/server'

// What the page cannot say. Changes go live when you save; errors are reported with file and line, and the previous code keeps running.
export default defineScreens({
  'work/task': {
    actions: {
      // A week later. A task without a day is refused with the words of the page: actions.postpone.refuse.noDay.
      postpone: {
        refuse: { noDay: async ({ row }) => row.due === null },
        async run({ row, trx }) {
          await sql`UPDATE work_task SET due = due + 7 WHERE id = ${row.id}`.execute(trx)
        },
      },
    },
  },
})
