import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { Icon } from '../../../../../src/renderers/ui/Icon.tsx'
import { IconButton } from '../../../../../src/renderers/ui/IconButton.tsx'
import { Input } from '../../../../../src/renderers/ui/inputs/Input.tsx'
import { storeState } from './storeState.ts'
import './frame.css'

/** What the header of each page of the shop has besides: the search and the cart. */
export function StoreTools() {
  return (
    <>
      <SearchBox />
      <CartLink />
    </>
  )
}

function SearchBox() {
  const t = useT()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const asked = query.get('keyword') ?? ''
  const [text, setText] = useState(asked)
  const [shown, setShown] = useState(asked)
  if (shown !== asked) {
    setShown(asked)
    setText(asked)
  }
  return (
    <search className="st-search">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const wanted = text.trim()
          navigate(wanted === '' ? '/goods' : `/goods?keyword=${encodeURIComponent(wanted)}`)
        }}
      >
        <Input
          type="search"
          name="keyword"
          label={t('home.search')}
          placeholder={t('home.search')}
          maxLength={60}
          autoComplete="off"
          value={text}
          onChange={setText}
          suffix={<IconButton type="submit" icon="search" label={t('home.searchButton')} size="small" tip={false} />}
        />
      </form>
    </search>
  )
}

function CartLink() {
  const t = useT()
  const { lines } = useSnapshot(storeState(useRuntime()))
  const label = lines ? t('home.cartOf', { n: lines }) : t('home.cart')
  return (
    <Link className="k-btn k-btn-quiet k-iconbtn" to="/cart" aria-label={label} data-tip={label}>
      <Icon name="shopping-cart" />
      {lines ? <span className="k-badge" data-count={lines > 99 ? '99+' : lines} aria-hidden="true" /> : null}
    </Link>
  )
}
