import { useRef, useState } from 'react'
import type { UploadTask } from '../../../runtime/http/upload.ts'
import { kindOf } from '../../../schemas/kinds/index.ts'
import type { FieldProps } from '../../define.ts'
import { useUploads } from './useUploads.ts'

/** The addresses of a field, and the uploads that will add to them. */
export interface FieldFiles {
  urls: readonly string[]
  tasks: readonly UploadTask[]
  many: boolean
  accept: string
  /** How many more fit; a field of one file takes one in the place of what it has. */
  room: number
  /** Said once more files were chosen than fit. */
  overflow: boolean
  upload(files: readonly File[]): void
  again(task: UploadTask): void
  dismiss(task: UploadTask): void
  add(urls: readonly string[]): void
  remove(url: string): void
  move(from: string, to: string): void
}

/** The most files a field of several takes unless it says. */
const defaultMax = 50

/** The value of a field of files, changed from several sides at once: what is uploaded comes in its own time. */
export function useFiles(props: FieldProps): FieldFiles {
  const { field, form } = props
  const way = useUploads()
  const { uploads } = kindOf(field)
  const many = uploads?.many ?? false
  const accept = uploads?.accept(field) ?? ''
  const given = uploads?.addresses(props.value) ?? []
  const [tasks, setTasks] = useState<readonly UploadTask[]>([])
  const [overflow, setOverflow] = useState(false)
  const { latest, put, arrive } = useAddresses(props, many, given)
  const drop = (task: UploadTask) => setTasks((all) => all.filter((each) => each !== task))
  const start = (file: File) => {
    const task = way?.start(file, { accept, maxSize: field.maxSize })
    if (!task) return
    setTasks((all) => [...(many ? all : []), task])
    if (task.state.status === 'failed') return
    form.model.waitFor(
      task.done.then((stored) => {
        if (stored) arrive(task.id, stored.url)
        if (stored || task.state.status === 'cancelled') drop(task)
        return stored
      }),
    )
  }
  const room = many ? Math.max(0, (field.max ?? defaultMax) - given.length - tasks.filter(isUnderWay).length) : 1
  return {
    urls: given,
    tasks,
    many,
    accept,
    room,
    overflow,
    upload(files) {
      for (const task of many ? [] : tasks) task.cancel()
      setOverflow(files.length > room)
      for (const file of files.slice(0, room)) start(file)
    },
    again(task) {
      drop(task)
      start(task.file)
    },
    dismiss(task) {
      task.cancel()
      drop(task)
    },
    add: (urls) => put(many ? [...latest.current.urls, ...urls] : urls.slice(-1)),
    remove: (url) => {
      setOverflow(false)
      put(latest.current.urls.filter((each) => each !== url))
    },
    move(from, to) {
      const next = [...latest.current.urls]
      const [moved] = next.splice(next.indexOf(from), 1)
      if (moved === undefined) return
      next.splice(latest.current.urls.indexOf(to), 0, moved)
      put(next)
    },
  }
}

function isUnderWay(task: UploadTask): boolean {
  return task.state.status === 'waiting' || task.state.status === 'sending'
}

/** The addresses of the field as they were last given or put, and the ways to change them. */
function useAddresses({ value, onChange }: FieldProps, many: boolean, given: readonly string[]) {
  // A form passes a change back later than the next one comes.
  const latest = useRef({ value, urls: given })
  if (latest.current.value !== value) latest.current = { value, urls: given }
  // An upload ends long after the drawing it was started in: other cells of its row may have changed meanwhile.
  const change = useRef(onChange)
  change.current = onChange
  const order = useRef(new Map<string, number>())
  const put = (next: readonly string[]) => {
    const unique = [...new Set(next)]
    latest.current.urls = unique
    change.current(many ? unique : (unique.at(-1) ?? ''))
  }
  /** Files keep the order of selection, whichever upload finishes first. */
  const arrive = (number: number, url: string) => {
    order.current.set(url, number)
    const { urls } = latest.current
    if (!many || urls.includes(url)) return put(many ? urls : [url])
    const later = urls.findIndex((each) => (order.current.get(each) ?? 0) > number)
    return put(later < 0 ? [...urls, url] : [...urls.slice(0, later), url, ...urls.slice(later)])
  }
  return { latest, put, arrive }
}
