import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { findRoute, flatMenu, type MenuItem } from '../../runtime/navigation/menu.ts'
import { formatDateTime } from '../../schemas/kinds/clock.ts'
import { parseFen } from '../../schemas/kinds/money.ts'
import { assetUrl } from '../asset.ts'
import { yuan } from '../cells/money.tsx'
import { useRuntime, useT } from '../context.tsx'
import { greeting } from '../shell/frame/greeting.ts'
import { countText } from '../ui/countText.ts'
import { Avatar } from '../ui/display/Avatar.tsx'
import { Icon } from '../ui/Icon.tsx'

export interface MemberSideProps {
  /** Id of the rule of the visible screen. */
  here: number
  onChosen?: () => void
}

/** Who is signed in, what they have, and their menu. */
export function MemberSide({ here, onChosen }: MemberSideProps) {
  const runtime = useRuntime()
  const t = useT()
  const menus = runtime.menus()
  return (
    <>
      <Card onChosen={onChosen} />
      <nav className="k-side-nav" aria-label={t('member.menu')}>
        {menus.map((group) => (
          <div key={group.id} className="m-group">
            {menus.length > 1 ? <h2>{group.title}</h2> : null}
            <ul className="k-side-list">
              {[...flatMenu(group.children)]
                .filter((item) => item.path !== '')
                .map((item) => (
                  <li key={item.id}>
                    <Entry item={item} isHere={item.id === here} onChosen={onChosen} />
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
    </>
  )
}

function Entry({ item, isHere, onChosen }: { item: MenuItem; isHere: boolean; onChosen: (() => void) | undefined }) {
  const runtime = useRuntime()
  const inner = (
    <>
      <Icon name={item.icon} />
      <span className="cut">{item.title}</span>
    </>
  )
  if (item.type === 'link')
    return (
      <a className="k-side-item" href={item.path} target="_blank" rel="noopener noreferrer">
        {inner}
      </a>
    )
  const preload = () => item.pageId && runtime.prefetch(item.pageId)
  return (
    <Link
      className="k-side-item"
      to={item.path}
      aria-current={isHere ? 'page' : undefined}
      onClick={onChosen}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {inner}
    </Link>
  )
}

function Card({ onChosen }: { onChosen: (() => void) | undefined }) {
  const { stores } = useRuntime()
  const t = useT()
  const { nickname, username, avatar, money, score, email, mobile, last_login_time: last } = useSnapshot(stores.userInfo)
  const site = useSnapshot(stores.siteConfig)
  const name = nickname || username
  return (
    <div className="m-card">
      <div className="m-card-who">
        <Avatar name={name} src={assetUrl(avatar, site) ?? ''} size="large" />
        <div>
          <strong className="cut">{`${t(`ui.shell.greeting.${greeting(new Date().getHours())}`)}${t('ui.shell.greetingComma')}${name}`}</strong>
          {Number(last) > 0 ? (
            <p>
              {t('member.lastLogin')} {formatDateTime(Number(last)).slice(0, 16)}
            </p>
          ) : null}
        </div>
      </div>
      <div className="m-card-has">
        <Figure
          label={t('member.balance')}
          value={money === '' ? '–' : yuan(parseFen(String(money)) ?? 0)}
          page="account/balance"
          onChosen={onChosen}
        />
        <Figure label={t('member.points')} value={countText(Number(score))} page="account/integral" onChosen={onChosen} />
      </div>
      {email === '' || mobile === '' ? <BindHint missing={mobile === '' ? 'mobile' : 'email'} onChosen={onChosen} /> : null}
    </div>
  )
}

/** Who has bound neither or one only cannot get back in by the other; it leads to where that is done, for whom there is such a screen. */
function BindHint({ missing, onChosen }: { missing: 'email' | 'mobile'; onChosen: (() => void) | undefined }) {
  const t = useT()
  const route = findRoute(useRuntime().routes(), '/user/account/profile')
  if (!route) return null
  return (
    <Link className="m-card-bind" to={route.path} onClick={onChosen}>
      <Icon name="shield" />
      {t(`member.bind.${missing}`)}
    </Link>
  )
}

/** What the member has; it leads to how that came, for whom there is such a screen. */
function Figure({
  label,
  value,
  page,
  onChosen,
}: {
  label: string
  value: string
  page: string
  onChosen: (() => void) | undefined
}) {
  const route = findRoute(useRuntime().routes(), `/user/${page}`)
  const inner = (
    <>
      <span>{label}</span>
      <strong>{value}</strong>
    </>
  )
  return route ? (
    <Link to={route.path} onClick={onChosen}>
      {inner}
    </Link>
  ) : (
    <div>{inner}</div>
  )
}
