import type { OptionSourceName } from '../../../src/schemas/kinds/optionSources.ts'
import type { OptionSource } from '../../crud/domain.ts'

/** Choices of the site's settings. */
export const routineOptionSources = {
  timeZones: () => {
    const now = new Date()
    return ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map((value) => ({
      value,
      label: `${value} (${offsetOf(value, now)})`,
      mayTake: true,
    }))
  },
} satisfies Partial<Record<OptionSourceName, OptionSource>>

/** `GMT+8` */
function offsetOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(now)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
