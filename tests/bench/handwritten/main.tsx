import 'primereact/resources/themes/lara-light-blue/theme.css'
import 'primereact/resources/primereact.min.css'
import 'primeicons/primeicons.css'
import { PrimeReactProvider } from 'primereact/api'
import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { forms, lists } from '../screens/content.ts'
import { FormScreen } from './FormScreen.tsx'
import { ListScreen } from './ListScreen.tsx'
import './style.css'

/** The frame: a head, a menu and one screen, chosen by the address. */
function App() {
  const path = useSyncExternalStore(listen, () => location.pathname)
  const id = path.split('/').at(-1) ?? ''
  const list = lists.find((each) => each.id === id)
  const form = forms.find((each) => each.id === id)
  return (
    <div className="frame">
      <header>Hand-written</header>
      <nav>
        {[...lists, ...forms].map((each) => (
          <a key={each.id} href={`/handwritten/${each.id}`} onClick={go} aria-current={each.id === id ? 'page' : undefined}>
            <i className="pi pi-box" /> {each.id}
          </a>
        ))}
      </nav>
      <main>
        {list && <ListScreen key={id} list={list} />}
        {form && <FormScreen key={id} form={form} />}
      </main>
    </div>
  )
}

function listen(changed: () => void) {
  addEventListener('popstate', changed)
  return () => removeEventListener('popstate', changed)
}

function go(event: React.MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  history.pushState(null, '', event.currentTarget.href)
  dispatchEvent(new PopStateEvent('popstate'))
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <PrimeReactProvider value={{ ripple: false }}>
      <App />
    </PrimeReactProvider>,
  )
