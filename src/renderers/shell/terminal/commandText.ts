import type { TerminalCommand } from '../../../schemas/api/terminal.ts'
import { useT } from '../../context.tsx'

/** What a command is called, and its name. */
export function useCommandText(): (command: TerminalCommand) => string {
  const t = useT()
  return (command) => `${t(`terminalDialog.commands.${command}`)} · ${command}`
}
