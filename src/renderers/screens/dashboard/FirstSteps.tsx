import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { FirstStepsAnswer } from '../../../schemas/api/firstSteps.ts'
import { useRuntime, useT } from '../../context.tsx'
import { useLoadedWords, type WordsOf } from '../../loadedWords.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useLoad } from '../../useLoad.ts'
import './firstSteps.css'

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.firstSteps'),
  en: () => import('virtual:kontor/words/en/ui.firstSteps'),
}

const quiet = { showError: false, showCodeMessage: false } as const

/** What a new owner does first, with the way to each; nothing once it is done or dismissed. */
export default function FirstSteps() {
  const runtime = useRuntime()
  const t = useT()
  const isReady = useLoadedWords(words)
  const [isGone, setGone] = useState(false)
  const load = async () => (await runtime.http.get<FirstStepsAnswer>('/admin/firstSteps/index', undefined, quiet)).data.steps
  const { value } = useLoad(load, [])
  const routes = runtime.routes()
  const steps = (value ?? []).flatMap((step) => {
    const route = routes.find(({ pageId, known }) => known && pageId === step.page)
    return route ? [{ ...step, path: route.path }] : []
  })
  if (!isReady || isGone || steps.length === 0) return null
  const dismiss = async () => {
    await runtime.http.post('/admin/firstSteps/dismiss')
    setGone(true)
  }
  const done = steps.filter((step) => step.done).length
  return (
    <section className="s-first-steps" aria-label={t('ui.firstSteps.title')}>
      <header>
        <h2>{t('ui.firstSteps.title')}</h2>
        <span className="s-first-done">{t('ui.firstSteps.done', { done, all: steps.length })}</span>
        <IconButton icon="times" label={t('ui.firstSteps.dismiss')} onClick={() => void dismiss()} />
      </header>
      <ol>
        {steps.map(({ name, path, done: isDone }) => (
          <li key={name} className={isDone ? 'is-done' : undefined}>
            <Icon name={isDone ? 'check-circle' : 'circle'} />
            <span>
              <Link to={path}>{t(`ui.firstSteps.steps.${name}.title`)}</Link>
              {isDone ? <span className="sr-only">{t('ui.firstSteps.isDone')}</span> : null}
              <span className="s-first-text">{t(`ui.firstSteps.steps.${name}.text`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
