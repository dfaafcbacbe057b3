import { MemberGate } from './MemberGate.tsx'
import { MemberLoading } from './MemberLoading.tsx'
import { MemberLogin } from './MemberLogin.tsx'
import './member.css'

/** All that draws the member area, as one import. */
export const area = { MemberGate, MemberLoading, MemberLogin }
