import { PrimeReactProvider } from 'primereact/api'
import { Calendar } from 'primereact/calendar'
import '../../theme/calendar.css'
import { Button } from '../Button.tsx'
import { useWords } from '../words.tsx'
import { type DateKind, localDate, nowText, textOf } from './dateText.ts'
import { usePrime } from './prime.ts'

export interface CalendarPanelProps {
  kind: DateKind
  value: string
  min?: string
  max?: string
  onChange: (value: string) => void
  onDone: () => void
}

/** What the library's calendar says wrongly to assistive technology, taken back. */
const axeClean = {
  dayLabel: { 'aria-selected': undefined },
  monthTitle: { 'aria-label': undefined },
  yearTitle: { 'aria-label': undefined },
}

/** PrimeReact's calendar, drawn inline in our popover: focus, layers and placing are ours, so that it works inside dialogs. */
export function CalendarPanel({ kind, value, min, max, onChange, onDone }: CalendarPanelProps) {
  const words = useWords()
  const prime = usePrime()
  const clocked = kind === 'datetime' || kind === 'time'
  const now = () => {
    onChange(nowText(kind))
    onDone()
  }
  return (
    <PrimeReactProvider value={prime.options}>
      <Calendar
        inline
        pt={axeClean}
        className="k-cal"
        locale={prime.locale}
        view={kind === 'year' ? 'year' : 'date'}
        dateFormat={kind === 'year' ? 'yy' : 'yy-mm-dd'}
        timeOnly={kind === 'time'}
        showTime={clocked}
        showSeconds={clocked}
        hourFormat="24"
        value={localDate(kind, value)}
        minDate={min ? (localDate(kind, min) ?? undefined) : undefined}
        maxDate={max ? (localDate(kind, max) ?? undefined) : undefined}
        onChange={(event) => {
          if (!(event.value instanceof Date)) return
          onChange(textOf(kind, event.value))
          if (!clocked) onDone()
        }}
      />
      <div className="k-cal-foot">
        <Button look="link" onClick={now}>
          {words(clocked ? 'ui.controls.now' : 'ui.controls.today')}
        </Button>
        {clocked ? (
          <Button look="primary" size="small" onClick={onDone}>
            {words('ui.controls.done')}
          </Button>
        ) : null}
      </div>
    </PrimeReactProvider>
  )
}
