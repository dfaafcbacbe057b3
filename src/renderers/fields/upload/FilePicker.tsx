import { useState } from 'react'
import type { UploadedFile, Uploads } from '../../../runtime/http/upload.ts'
import { times } from '../../numbered.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Input } from '../../ui/inputs/Input.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { useWords } from '../../ui/words.tsx'
import { useLoad } from '../../useLoad.ts'
import { ownKeys } from './ownKeys.ts'
import type { FieldFiles } from './useFiles.ts'

type Existing = NonNullable<Uploads['existing']>

interface FilePickerProps {
  existing: Existing
  files: FieldFiles
  asset(url: string): string | undefined
  onClose(): void
}

const limit = 24

/** Chooses among the files that are there. */
export function FilePicker({ existing: ask, files, asset, onClose }: FilePickerProps) {
  const words = useWords()
  const { room, accept } = files
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [picked, setPicked] = useState<readonly string[]>([])
  const existing = useExisting(ask, { page, search, accept })
  const toggle = (url: string) => {
    if (picked.includes(url)) setPicked(picked.filter((each) => each !== url))
    else if (room === 1) setPicked([url])
    else if (picked.length < room) setPicked([...picked, url])
  }
  const use = () => {
    files.add(picked)
    onClose()
  }
  const onSearch = (text: string) => {
    setSearch(text)
    setPage(1)
  }
  const footer = (
    <>
      <span className="s-picker-left" role="status">
        {words('ui.upload.pickLeft', { count: room - picked.length })}
      </span>
      <Button onClick={onClose}>{words('ui.controls.cancel')}</Button>
      <Button look="primary" disabled={picked.length === 0} onClick={use}>
        {words('ui.upload.pickDone', { count: picked.length })}
      </Button>
    </>
  )
  const name = words('ui.upload.pickSearch')
  return (
    <Dialog open title={words('ui.upload.pickTitle')} onClose={onClose} size="large" footer={footer}>
      <div className="s-picker" {...ownKeys}>
        <Input type="search" icon="search" label={name} placeholder={name} value={search} onChange={onSearch} clearable />
        <Choices {...existing} files={files} picked={picked} asset={asset} onToggle={toggle} />
        <Pager page={page} limit={limit} total={existing.found?.total ?? 0} onPage={setPage} />
      </div>
    </Dialog>
  )
}

interface ChoicesProps {
  found: Found | null
  failed: boolean
  retry(): void
  files: FieldFiles
  picked: readonly string[]
  asset(url: string): string | undefined
  onToggle(url: string): void
}

function Choices({ found, failed, retry, files, picked, asset, onToggle }: ChoicesProps) {
  const words = useWords()
  if (failed) {
    return (
      <div role="alert">
        {words('ui.upload.pickFailed')} <Button onClick={retry}>{words('ui.upload.retry')}</Button>
      </div>
    )
  }
  if (found?.list.length === 0) return <EmptyState icon="images" title={words('ui.upload.pickNone')} />
  return (
    <ul className="s-picker-list" aria-busy={found === null}>
      {found
        ? found.list.map((file) => (
            <Choice
              key={file.url}
              file={file}
              address={asset(file.url)}
              isPicked={picked.includes(file.url)}
              isThere={files.many && files.urls.includes(file.url)}
              isFull={files.room > 1 && picked.length >= files.room}
              onToggle={() => onToggle(file.url)}
            />
          ))
        : placeholders}
    </ul>
  )
}

const placeholders = times(12).map((place) => (
  <li key={place}>
    <Skeleton height={120} />
  </li>
))

interface ChoiceProps {
  file: UploadedFile
  address: string | undefined
  isPicked: boolean
  isThere: boolean
  isFull: boolean
  onToggle(): void
}

function Choice({ file, address, isPicked, isThere, isFull, onToggle }: ChoiceProps) {
  const isPicture = file.mimetype.startsWith('image/')
  return (
    <li>
      <button
        type="button"
        className="s-choice"
        aria-pressed={isPicked || isThere}
        disabled={isThere || (isFull && !isPicked)}
        onClick={onToggle}
        title={file.name}
      >
        <span className="s-choice-picture">
          {isPicture && address ? (
            <img src={address} alt="" loading="lazy" decoding="async" />
          ) : (
            <img src={`/api/ajax/buildSuffixSvg?suffix=${encodeURIComponent(file.suffix || 'file')}`} alt="" loading="lazy" />
          )}
          {(isPicked || isThere) && <Icon name="check-circle" className="s-choice-mark" />}
        </span>
        <span className="s-choice-name">{file.name}</span>
      </button>
    </li>
  )
}

interface Found {
  list: readonly UploadedFile[]
  total: number
}

/** Waits for a while (ms), so that not every key asks the server. */
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

const empty: Found = { list: [], total: 0 }

function useExisting(ask: Existing, { page, search, accept }: { page: number; search: string; accept: string }) {
  const { value, error, reload } = useLoad(
    async (signal) => {
      await pause(search === '' ? 0 : 250)
      return signal.aborted ? empty : ask({ page, limit, search, accept, signal })
    },
    [ask, page, search, accept],
    { keep: true },
  )
  return { found: value ?? null, failed: error !== undefined, retry: reload }
}
