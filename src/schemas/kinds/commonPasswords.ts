/** Passwords that everybody who guesses tries first, in small letters (decision 39). Words that break the rule of passwords are not among them. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `123456 123456789 12345678 1234567890 1234567 password password1 password12 password123 passw0rd p@ssw0rd p@ssword qwerty
qwerty123 qwertyuiop qwerty1 qazwsx qazwsxedc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx zxcvbn zxcvbnm asdfgh
asdfghjkl asdf1234 abc123 abc1234 abc12345 abcd1234 abcdef abcdefg a123456 a12345678 a123456789 aa123456 aa12345678
123456a 123456aa 123456abc 1234abcd 123qwe 123abc 111111 11111111 000000 00000000 222222 333333 444444 555555 666666
66666666 777777 7777777 888888 88888888 999999 99999999 112233 121212 123123 123123123 123321 654321 987654321 147258
147258369 159753 159357 131313 101010 102030 696969 5201314 520520 woaini woaini1314 woaini520 1314520 iloveyou
iloveyou1 letmein welcome welcome1 welcome123 admin1 admin12 admin123 admin1234 admin888 administrator root123 root1234
toor1234 test123 test1234 test123456 guest123 user123 changeme changeme1 default secret secret1 master monkey dragon
sunshine princess football baseball superman batman michael shadow ashley charlie trustno1 hello123 hello1 freedom
whatever starwars computer internet samsung google google123 zhang123 wang1234 liuxing nihao123 qq123456 q123456 w123456
s123456 z123456 qwe123 qweqwe qwer1234 asd123 asdasd zxc123 zxczxc love123 loveme lovely flower jordan23 jordan soccer
hockey killer pepper joshua matthew daniel andrew jessica jennifer hunter2 hunter maggie buster soccer1 ginger summer
winter spring summer2024 winter2024 spring2024 autumn2024 summer2025 winter2025 qwerty12 qwerty1234 1qazxsw2 q1w2e3r4
q1w2e3r4t5 pass123 pass1234 p@ss123 passpass system123 manager1 service1 shop123 shop1234 buildadmin kontor kontor1
kontor123`.split(/\s+/),
)
