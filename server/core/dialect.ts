import type { Context } from './context.ts'

/**
 * Is the caller BuildAdmin's own client? The server is set up for it (KONTOR_COMPONENT), and the call is not one of Kontor's front end, which
 * reads both forms but is sent its own.
 */
export function speaksBuildAdmin({ services, strict }: Pick<Context, 'services' | 'strict'>): boolean {
  return services.settings.component === 'buildadmin' && !strict
}
