/** What the terminal may run: each is a function inside of the server, none takes anything from the request. */
export const terminalCommands = ['health', 'pages.check', 'cache.clear', 'sessions.sweep', 'files.sweep'] as const

export type TerminalCommand = (typeof terminalCommands)[number]

/** What the stream says of the run itself (protocol 1.8); everything else in `data` is output. */
export const terminalSigns = {
  linked: 'command-link-success',
  success: 'command-exec-success',
  error: 'command-exec-error',
  completed: 'command-exec-completed',
} as const

/** Whether this names a command, exactly; lists, objects and members of prototypes do not. */
export function isTerminalCommand(value: unknown): value is TerminalCommand {
  return terminalCommands.some((one) => one === value)
}

/** What may be set as the package manager of the server (protocol 1.8); no command of the terminal uses it. */
export const packageManagers = ['npm', 'cnpm', 'pnpm', 'yarn', 'ni', 'none'] as const

export type PackageManager = (typeof packageManagers)[number]

/** Whether this names a package manager, exactly. */
export function isPackageManager(value: unknown): value is PackageManager {
  return packageManagers.some((one) => one === value)
}
