import { stripVTControlCharacters } from 'node:util'
import { terminalSigns } from '../../../src/schemas/api/terminal.ts'

/** Characters of output of one run; what comes after is left out. */
const mostOutput = 1024 ** 2

/** What names a run in each of its events. */
export interface RunName {
  command: string
  uuid: string
  extend: string
}

/**
 * The events of a run (protocol 1.8): linked, the command, its output line by line, an exit code, the result, completed. `lines` returns
 * whether all was well; `failed` words what it throws. `ended` receives the result, also false when the reader disconnected.
 */
export async function* eventsOf(
  name: RunName,
  lines: AsyncGenerator<string, boolean>,
  { failed, ended }: { failed: (error: unknown) => string; ended: (well: boolean) => Promise<void> },
): AsyncGenerator<string> {
  const { command, uuid, extend } = name
  const event = (data: string) => `data: ${JSON.stringify({ data, uuid, extend, key: command })}\n\n`
  let well = false
  try {
    yield event(terminalSigns.linked)
    yield event(`> ${command}`)
    try {
      let left = mostOutput
      for (let next = await lines.next(); ; next = await lines.next()) {
        if (next.done) {
          well = next.value
          break
        }
        const line = plain(next.value).slice(0, left)
        left -= line.length
        if (line !== '') yield event(line)
      }
    } catch (error) {
      yield event(failed(error))
    }
    yield event(`exitCode: ${well ? 0 : 1}`)
    yield event(well ? terminalSigns.success : terminalSigns.error)
    yield event(terminalSigns.completed)
  } finally {
    await ended(well)
  }
}

/** Without the signs that steer a real terminal; tabs and line ends stay. */
const plain = (line: string): string => stripVTControlCharacters(line).replace(/[^\P{Cc}\t\n]/gu, '')
