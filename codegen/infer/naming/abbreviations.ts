const pairs = `acc account|acct account|addr address|adj adjustment|adm admin|agg total|alloc allocation|alt alternative|amt amount|app application
appt appointment|approx approximate|appr approval|arch archive|arr arrival|art article|asgn assignment|assoc association|attr attribute|auth authorization
auto automatic|aux auxiliary|avail available|avg average|bal balance|bday birthday|bldg building|brd board|btn button|calc calculated|cal calendar
cap capacity|cat category|cd code|cert certificate|chk check|cls class|cmt comment|cnt count|co company|coef coefficient|col column|comm commission
comp company|conf configuration|config configuration|conn connection|cont contact|coord coordinate|corp corporation|cpn coupon|ctr centre|ctry country
cty city|curr currency|cust customer|dept department|del deletion|deliv delivery|dept department|dep departure|desc description|dest destination
det detail|dev device|dim dimension|dir directory|disc discount|dist district|div division|dlv delivery|dob date of birth|doc document|docs documents
dpt department|dt date|dur duration|eff effective|emp employee|empl employee|eqp equipment|est estimated|exp expiry|ext extension|fam family|fmt format
freq frequency|fname first name|fwd forward|gen general|geo location|gov government|grp group|gndr gender|hist history|hr hour|hrs hours|hq headquarters
img image|inc income|ind industry|info information|init initial|ins insurance|inst institution|int internal|inv invoice|invt inventory|itm item|lang language
lat latitude|lbl label|len length|lng longitude|lon longitude|lname last name|loc location|lvl level|maint maintenance|manuf manufacturer|max maximum
mbr member|med media|mfg manufacturing|mfr manufacturer|mgr manager|mgmt management|min minimum|mname middle name|mob mobile|mod modification|msg message
mth month|nbr number|no number|num number|obj object|op operation|opt option|ord order|org organization|orig original|os operating system|pct percent|perc percent
perf performance|pers person|ph phone|pic picture|pkg package|pmt payment|po purchase order|pos position|pref preference|prev previous|prj project|proc process
prod product|prof profile|proj project|prov province|pt point|ptnr partner|pub publisher|pwd password|qty quantity|qtr quarter|rcpt receipt|rcv receipt
rec record|recv received|ref reference|reg region|rel relation|rep representative|req request|res resource|resp response|ret return|rev revision|sal salary
sched schedule|sec section|seq sequence|sess session|sig signature|spec specification|sqft square feet|src source|srv service|st street|stat status|std standard
stmt statement|sub subscription|subj subject|sup supplier|supp supplier|svc service|sys system|tbl table|tel phone|temp temperature|tgt target|tmpl template
tot total|trx transaction|trans transaction|txn transaction|txt text|typ type|uom unit of measure|upd update|usr user|val value|var variable|veh vehicle
ver version|vol volume|vend vendor|whs warehouse|wh warehouse|wk week|wt weight|yr year|zip postal code`

/** What short words in names of columns and tables stand for. */
export const abbreviations: ReadonlyMap<string, string> = new Map(
  pairs.split(/[|\n]/).map((pair): [string, string] => {
    const [short = '', ...words] = pair.split(' ')
    return [short, words.join(' ')]
  }),
)

/** Short words that are written in capitals. */
export const capitals: ReadonlySet<string> = new Set(
  'id url uri ip sku vat iban bic isbn issn ean upc gps html css pdf sms api uuid guid crm erp hr faq usd eur gbp cny us uk eu mac pin ssn bmi rgb utc tv cpu gpu'.split(
    ' ',
  ),
)
