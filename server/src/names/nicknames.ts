/**
 * Each line has a given name, then its nicknames, abbreviations and translations. Most short forms are not listed,
 * because `isShortForm` finds them by their letters.
 */
export const NICKNAMES: readonly string[] = `
abigail gail abby
abraham abe avi ibrahim avraham
adrian ad adri arjan
albert bert al beto
alexander alexandra alex alejandro alec lex oleksandr sandy sasha xander iskander
alexei alyosha oleksii
alfred alf fred freddy
andrew andreas andrei drew
andrzej andrew jedrzej
angela aggeliki angie
anna anne ann annie anya hannah nancy nan
anthony antonius tony ton toon teun
arnold noud nout
arthur art tuur
athanasios thanos sakis
augustine august gus augustus
barbara barb babs bobbi
basil vasileios vassilis vasily vasyl bill
beatrice bea trixie
caroline carrie lina
catharina ineke tineke karin toos
catherine kate katie kathy kitty kay katya ekaterina aikaterini carina
cecilia cissi
charalampos babis haris
charilaos haris
charles charlie chuck carl carlos karel chip
christina tina chris kirsten kristin kerstin
christopher chris kit topher
constantine konstantinos kostas dinos kostya gus konstadinos kostis kostyantyn
consuelo chelo
cornelia nel corrie nelly
cornelius cornelis kees cor coen
cynthia cindy
darya dasha
david dave dudi
diederik dirk
dimitrios dimitris dmitry dima dmytro mitsos
dolores lola
domenico mimmo dominic
dorothy dot dolly dori
edward eduard eduardo ed eddie ned ted teddy lalo
eleanor ellen nell nora
eliezer eliyahu elias elijah
elizabeth bess beth betsy betty els elsa elisa ilse lies liesbeth lisa liz lizzy isabel
emmanuel emmanouil manolis manolo manuel
enrique quique
eugene gene evgeny yevgeny yevhen zhenya
evgenia zhenya yevheniia eugenia jenny
ezekiel zeke yehezkel hezi
fernando nando hernan
francis frances fran frank frans francisco franciscus paco pancho paqui curro fco patxi
frederick friedrich fred freddy fritz frieder
galina halyna galya
george georgios giorgos yorgos jorge jiri yuri jerzy gyorgy jurgen jordi yura
gerald gerard jerry ger geert gerrit
gerardus gert
gregory grigory hryhorii grisha
harold hal harry
harriet hattie
helen helena elena olena yelena eleni nell
hendrika rieke riek hetty
henrietta etta hetty
henry heinrich heinz hendrik henk hank harry hal enrique rik
hieronymus jeroen jerome
ignatius ignacio nacho inaki
ihor igor
isaac yitzhak zack
jacob jake jacobus jaap koos jacques yaakov kobi jim jakub kuba yasha sjaak
james jim jimmy jamie jaime jay
jan honza janek hans
jason jay
jeffrey geoffrey jeff geoff
jerome jerry jed
jerzy jurek george
jesus chus
joanna jo hanneke joke
johannes joop hannes jos
john johannes johann jan hans jack ivan juan giovanni jean joao ioannis yannis giannis sean evan
joseph jose giuseppe joe beppe jos josip pepe sepp yossi yusuf iosif joey jef joop sjef
judith judy jutta
katarzyna kasia
krzysztof christopher kris
kumar kr
lawrence laurence larry lorenzo laurie
leo lev
leonard len leo
leonid lenya aryeh
leszek lech
louis lou lewis luis luigi ludwig lucho
lyudmila luda mila
malgorzata gosia margaret
margaret marguerite margarita maggie meg peg peggy greta gretchen marge rita daisy
maria mary marie molly mia maryam miriam masha marieke marijke mieke ma maite
marinus rien
martha marty patty
martin marty tinus
matthew matthias matt mateo thijs
melissa missy lissa
michael mikhail michel miguel mihai mike mick mickey misha mykhailo michalis
mohammed muhammad mehmet md mohd muhd
mordechai motti
moulay my
nicholas nikolai nikolaos nick nico klaas mykola klaus niels
oleg oleh
olga olha olya
oliver ollie
panagiotis panos takis
patricia pat patty tricia trish
patrick pat paddy
paul pablo pavel paolo pavlos
pavel pasha pavlo
peter pedro pierre petr piotr petros petrus piet per pete
petronella nel petra
philip phil pip
prasad pd
raymond ray ramon
reginald reg rex
richard dick rick ricky ricardo
robert bob bobby rob bert beto
roderick rod rick
rosario charo
rosemary rosie romy
rudolf rudi rolf
samuel sam shmuel
sarah sally sadie
sebastian bas
seyed syed said
solomon shlomo
stanislav stas slava
stanislaw staszek stan
stephen stefan steven steve esteban stepan etienne
stuart stewart stu
stylianos stelios
sylvester sly
tatiana tanya
teresa terry tess
theodore ted teddy theo fyodor fedor dorus
ulrich uli
victoria vicky tori
viktor vitya
vladimir volodymyr vlad vova vladislav
wilhelm william willem will bill billy willy wim pim wm guillaume guillermo liam memo
wilhelmina mina willy minnie
yehoshua joshua shuki
zbigniew zbyszek
`
  .trim()
  .split('\n');
