import { type APIOptions, addLocale } from 'primereact/api'
import { useMemo } from 'react'
import { useWords } from '../words.tsx'

/** The nonce that the server put into the page: PrimeReact's own style element needs it under our CSP. */
export function pageNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')
  return meta?.nonce || meta?.content || undefined
}

/** PrimeReact's options and its locale, built from our own words so that it uses the session's language. */
export function usePrime(): { options: Partial<APIOptions>; locale: string } {
  const words = useWords()
  return useMemo(() => {
    const list = (key: string) => words(key).split('|')
    const locale = words('ui.controls.calendar.name')
    // The library's type of these names is older than its calendar, which reads the ones below.
    const aria: Record<string, string> = {
      chooseYear: words('ui.controls.calendar.year'),
      chooseMonth: words('ui.controls.calendar.month'),
      chooseDate: words('ui.controls.pickDate'),
      prevMonth: words('ui.controls.calendar.previousMonth'),
      nextMonth: words('ui.controls.calendar.nextMonth'),
      prevYear: words('ui.controls.calendar.previousYear'),
      nextYear: words('ui.controls.calendar.nextYear'),
      prevDecade: words('ui.controls.calendar.previousYears'),
      nextDecade: words('ui.controls.calendar.nextYears'),
      nextHour: words('ui.controls.calendar.hourUp'),
      prevHour: words('ui.controls.calendar.hourDown'),
      nextMinute: words('ui.controls.calendar.minuteUp'),
      prevMinute: words('ui.controls.calendar.minuteDown'),
      nextSecond: words('ui.controls.calendar.secondUp'),
      prevSecond: words('ui.controls.calendar.secondDown'),
    }
    addLocale(locale, {
      firstDayOfWeek: 1,
      dayNames: list('ui.controls.calendar.days'),
      dayNamesShort: list('ui.controls.calendar.daysShort'),
      dayNamesMin: list('ui.controls.calendar.daysMin'),
      monthNames: list('ui.controls.calendar.months'),
      monthNamesShort: list('ui.controls.calendar.monthsShort'),
      today: words('ui.controls.today'),
      clear: words('ui.controls.clear'),
      aria,
    })
    return { locale, options: { nonce: pageNonce(), ripple: false } }
  }, [words])
}
