import { Activity, useCallback, useEffect, useRef, useState } from 'react'
import type { Crud } from '../../../runtime/crud/crud.ts'
import type { Key } from '../../../runtime/rows.ts'
import { useOneSound } from '../../cells/useOneSound.ts'
import { useRuntime } from '../../context.tsx'
import { defineScreen, type ScreenProps } from '../../define.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { useValue } from '../../useValue.ts'
import { List } from './list/List.tsx'
import { preloadBulk } from './list/ListTools.tsx'
import { whenIdle } from './whenIdle.ts'
import '../../cells/cells.css'
import './list/tools.css'
import './grid/grid.css'
import './list/paper.css'
import './cards/cards.css'
import { useOffers } from './commands/useOffers.ts'
import { preloadWindow } from './grid/GridBody.tsx'
import { listTools } from './listDialogs.ts'
import { useCrud } from './useAddress.ts'
import { useCellEnv } from './useCellEnv.ts'
import { useFresh } from './useFresh.ts'
import { useNext } from './useNext.ts'
import { useRecordMoves, useScreenPlace } from './useRecordPlace.ts'
import { preloadPressing, useRun } from './useRun.ts'

const FormPanel = lazyComponent(() => import('./form/FormPanel.tsx').then((module) => module.default))
const AnswerDialog = lazyComponent(() => import('./form/AnswerDialog.tsx').then((module) => module.default))
const BulkDialog = lazyComponent(() => import('./bulk/BulkDialog.tsx').then((module) => module.default))
const DroppedFiles = lazyComponent(() => import('./upload/DroppedFiles.tsx').then((module) => module.default))
const PrintView = lazyComponent(() => import('./print/PrintView.tsx').then((module) => module.default))
const RecordPanel = lazyComponent(() => import('./record/RecordPanel.tsx').then((module) => module.default))
const RecordPage = lazyComponent(() => import('./record/RecordPage.tsx').then((module) => module.default))

/** Records of a table: the list, each record over it or as a page of its own, and the form over both. */
function CrudScreen({ loaded }: ScreenProps) {
  const runtime = useRuntime()
  const { key: address, isPage, screen } = useScreenPlace()
  const crud = useCrud(runtime, loaded, isPage)
  const env = useCellEnv(runtime, crud)
  const moves = useRecordMoves(crud, screen, isPage)
  const [tool, setTool] = useState<{ name: string; files: readonly File[]; row: Key | null } | null>(null)
  const openTool = useCallback((name: string, row: Key | null) => setTool({ name, files: [], row }), [])
  const run = useRun(crud, moves.open, openTool)
  useOffers({ crud, run, address, isPage })
  const Tool = tool === null ? undefined : listTools[tool.name]
  useNext(runtime, crud, moves.open)
  useFresh(runtime, crud)
  const form = useValue(crud.state, (state) => state.form)
  const printing = useValue(crud.state, (state) => state.printing)
  const answer = useValue(crud.state, (state) => state.answer)
  const bulk = useValue(crud.state, (state) => state.bulk)
  const isListed = useOnce(!isPage)
  const Record = isPage ? RecordPage : RecordPanel
  useIdlePrefetch(crud)
  useBrokenPictures()
  useOneSound()
  return (
    <>
      {isListed && (
        <Activity mode={isPage ? 'hidden' : 'visible'}>
          <List crud={crud} env={env} run={run} moves={moves} />
        </Activity>
      )}
      {takesFiles(crud) && (
        <DroppedFiles onFiles={(files: File[]) => setTool((open) => open ?? { name: 'upload', files, row: null })} />
      )}
      {address !== null && <Record crud={crud} env={env} address={address} run={run} moves={moves} />}
      {Tool && tool && <Tool crud={crud} files={tool.files} row={tool.row} onClose={() => setTool(null)} />}
      {form && <FormPanel key={`${form.action}:${form.ids.join()}`} crud={crud} model={form} env={env} />}
      {printing && <PrintView crud={crud} printing={printing} env={env} />}
      {answer && <AnswerDialog crud={crud} answer={answer} env={env} />}
      {bulk && <BulkDialog crud={crud} asked={bulk} />}
    </>
  )
}

/** Whether the person may upload files to the list. */
function takesFiles(crud: Crud): boolean {
  return crud.page.actions.upload !== undefined && crud.can('upload').visible
}

/** True once it was: a list that was there keeps its place behind the page of a record. */
function useOnce(now: boolean): boolean {
  const was = useRef(now)
  was.current ||= now
  return was.current
}

/** Marks images that fail to load; cells are plain elements without handlers. */
function useBrokenPictures(): void {
  useEffect(() => {
    const mark = ({ type, target }: Event) => {
      if (target instanceof HTMLImageElement && target.closest('.s-thumb')) target.classList.toggle('is-broken', type === 'error')
    }
    document.addEventListener('error', mark, true)
    document.addEventListener('load', mark, true)
    return () => {
      document.removeEventListener('error', mark, true)
      document.removeEventListener('load', mark, true)
    }
  }, [])
}

/** What is done with rows, the form and the detail view are chunks of their own; they come once the rows are there and nothing else is to be done. */
function useIdlePrefetch(crud: Crud): void {
  const waiting = useValue(crud.state, (state) => !state.loaded && state.error === null)
  useEffect(() => (waiting ? undefined : whenIdle(() => preloadParts(crud))), [crud, waiting])
}

function preloadParts(crud: Crud): void {
  void crud.preload()
  FormPanel.preload()
  RecordPanel.preload()
  preloadWindow()
  preloadBulk()
  preloadPressing()
  // A browser opens its file picker only within a few seconds of the press: no time to fetch the dialog first.
  if (takesFiles(crud)) listTools.upload?.preload()
}

export const crud = defineScreen(CrudScreen)
