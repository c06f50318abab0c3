// Passwords that are refused. The 2491 words below are common ones as leaks published over the years show them,
// written down without one of the published lists at hand: their order means nothing and the list is not any list's exact
// top. Rules then add what people build in the same way (runs of digits, repeated signs, walks over the keyboard, names with
// digits) until there are 3,000. All have five characters or more: shorter ones are refused for their length.
const words = `
123456 password 12345678 qwerty 123456789 12345 1234567 dragon baseball football letmein monkey 696969 abc123 mustang
michael shadow master jennifer 111111 jordan superman harley hunter fuckme trustno1 ranger buster thomas robert soccer
batman killer hockey george charlie andrew michelle sunshine jessica asshole pepper daniel access 654321 joshua maggie
starwars silver william dallas yankees 123123 ashley 666666 hello amanda orange biteme freedom computer nicole thunder
ginger heather hammer summer corvette taylor fucker austin merlin matthew 121212 golfer cheese princess martin chelsea
patrick richard diamond yellow bigdog secret asdfgh sparky cowboy camaro anthony matrix falcon iloveyou bailey guitar
jackson purple scooter phoenix aaaaaa morgan tigers porsche mickey maverick cookie nascar peanut justin 131313 money
horny samantha panties steelers joseph snoopy boomer whatever iceman smokey gateway dakota cowboys eagles chicken
black zxcvbn please andrea ferrari knight hardcore melissa compaq coffee booboo bulldog xxxxxx welcome james player
ncc1701 wizard scooby charles junior internet mother michigan brandy tennis blowjob banana monster spider lakers
miller rabbit enter mercedes brandon steven fender yamaha diablo chris boston tiger marine chicago rangers gandalf
winter barney edward raiders badboy blowme spanky bigdaddy johnson chester london midnight fishing 000000 hannah
slayer 11111111 rachel sexsex redsox thx1138 marlboro panther zxcvbnm arsenal oliver qazwsx victoria 7777777 jasper
angel david winner crystal golden butthead viking iwantu shannon murphy angels prince cameron girls madison wilson
carlos hooters willie startrek captain maddog jasmine butter booger angela lauren rocket tiffany theman dennis
liverpoo flower forever green jackie muffin turtle sophie danielle redskins toyota jason sierra winston debbie giants
packers newyork jeremy casper bubba 112233 sandra lovers mountain united cooper driver tucker helpme fucking pookie
lucky maxwell 8675309 suckit gators 222222 shithead fuckoff jaguar monica happy hotdog gemini lover xxxxxxxx 777777
canada nathan victor florida 88888888 nicholas rosebud metallic doctor trouble success stupid tomcat warrior peaches
apples qwertyui magic buddy dolphins rainbow gunner 987654 freddy alexis braves cocacola xavier dolphin testing
bond007 member calvin voodoo samson apollo tester walter beavis voyager peter porno bonnie rush2112 apple scorpio
jonathan skippy sydney scott red123 power gordon travis beaver jackass flyers boobs 232323 zzzzzz steve rebecca
scorpion doggie legend ou812 yankee blazer runner birdie bitch 555555 parker topgun asdfasdf heaven viper animal
bigboy arthur private godzilla donald williams phantom august sammy brian platinum bronco frank heka6w2 copper billy
cumshot garfield willow little carter albert 69696969 kitten super jordan23 eagle1 shelby america 11111 jessie house
123321 chevy white broncos horney surfer nissan 999999 saturn airborne elephant marvin action adidas qwert kevin
explorer walker police christin december benjamin sweet therock online dickhead brooklyn teresa cricket sharon dexter
racing penis gregory teens redwings dreams hentai magnum 87654321 nothing donkey trinity digital 333333 stella cartman
guinness 123abc speedy buffalo kitty pimpin eagle einstein kelly nelson nirvana vampire playboy louise pumpkin
snowball test123 sucker mexico beatles fantasy gibson celtic marcus cherry cassie 888888 natasha sniper chance genesis
hotrod reddog alexande college jester passw0rd bigcock smith lasvegas carmen slipknot death kimberly 1q2w3e eclipse
1q2w3e4r stanley samuel drummer homer montana music spencer jimmy carolina colorado creative hello1 rocky goober
friday bollocks scotty abcdef bubbles hawaii fluffy stephen horses thumper pussies darkness asdfghjk pamela boobies
buddha vanessa sandman naughty douglas honda azerty shorty money1 beach loveme simple poohbear 444444 badass destiny
sarah denise vikings lizard melanie assman sabrina nintendo water howard 123qwe november xxxxx october leather bastard
young 101010 extreme password1 vincent pussy1 lacrosse hotmail spooky amateur alaska badger paradise maryjane crazy
mozart video russell vagina spitfire anderson norman cherokee cougar barbara 420420 family horse enigma allison raider
brazil blonde jones 55555 drowssap school marshall lovely 1qaz2wsx jeffrey caroline franklin booty molly snickers
leslie nipples courtney diesel rocks eminem westside suzuki daddy passion hummer ladies zachary frankie elvis reggie
alpha suckme simpson patricia 147147 pirate tommy semperfi jupiter redrum freeuser wanker stinky ducati paris natalie
babygirl bishop windows spirit pantera monday patches brutus houston smooth penguin marley forest cream 212121 flash
maximus nipple bobby bradley vision pokemon champion fireman indian softball picard system clinton cobra enjoy lucky1
claire claudia boogie timothy marines security dirty admin wildcats dancer hardon veronica fucked abcd1234 abcdefg
ironman wolverin remember great freepass bigred squirt justice francis hobbes kermit pearljam mercury domino denver
brooke rascal hitman mistress simon bbbbbb friend peekaboo naked budlight electric sluts stargate saints bondage
brittany bigman zombie swimming qwerty1 babes scotland disney rooster brenda mookie swordfis candy duncan olivia
hunting blink182 alicia samsung bubba1 whore virginia general passport aaaaaaaa erotic liberty arizona jesus newport
skipper rolltide balls happy1 galore christ weasel 242424 wombat digger classic bulldogs poopoo accord popcorn turkey
jenny amber bunny mouse 007007 titanic liverpool dreamer everton friends chevelle carrie gabriel psycho nemesis burton
pontiac connor eatme lickme roland cumming mitchell ireland lincoln arnold spiderma patriots goblue devils eugene
empire asdfg cardinal brown shaggy froggy kawasaki kodiak people phpbb light 54321 kramer chopper hooker honey whynot
lesbian baxter snake ncc1701d qqqqqq airplane britney avalon sandy sugar sublime stewart wildcat raven scarface
elizabet 123654 trucks wolfpack pervert lawrence raymond redhead american alyssa bambam movie woody shaved snowman
tiger1 chicks raptor stingray shooter france stars madmax kristen sports jerry 789456 garcia simpsons lights looking
chronic alison hahaha packard hendrix perfect service spring spike katie oscar brother bigmac single cannon georgia
popeye tattoo texas party bullet taurus sailor wolves panthers japan strike flowers pussycat chris1 loverboy berlin
sticky marina tarheels fisher russia connie wolfgang testtest mature catch22 juice michael1 159753 women alpha1
trooper hawkeye freaky dodgers pakistan machine pyramid vegeta katana moose tinker coyote infinity inside pepsi
letmein1 control hercules morris sexual hottie welcome1 mnbvcxz qwertyuiop tweety qazwsxedc 123456a iloveyou1
password123 aa123456 000000000 1234567890 qwerty123 1q2w3e4r5t 1qaz2wsx3edc 123456789a 1234567891 987654321 qwe123
zaq12wsx 147258369 123qweasd a123456 123123123 qwertyu 1234qwer 123456q abc12345 iloveu princess1 monkey1 football1
charlie1 jordan1 superman1 dragon1 baseball1 master1 shadow1 ashley1 michelle1 sunshine1 jessica1 daniel1 anthony1
nicole1 babygirl1 hunter1 soccer1 thomas1 killer1 hannah1 family1 loveyou ilovehim ilovegod iloveyou2 tinkerbell
chocolate butterfly liverpool1 purple1 rockyou 1234561 jasmine1 brandon1 carlos1 justin1 joshua1 matthew1 andrew1
robert1 william1 lovelove mommy tequiero alejandro fernando estrella karina alexandra alexander christian christopher
jonathan1 elizabeth 5201314 jesus1 blessed angel1 angels1 dolphin1 cheese1 cookie1 summer1 tigger tigger1 barbie
hellokitty monalisa teamo amorcito chelsea1 arsenal1 manchester rangers1 celtic1 barcelona realmadrid juventus ronaldo
ronaldo7 messi10 beckham cristiano neymar spongebob spiderman batman1 pokemon1 naruto sasuke dragonball minecraft
fortnite roblox skyline charmed onelove godisgood jesuschrist angelo antonio roberto ricardo eduardo miguel pedro
maria marina1 mariana carolina1 daniela valentina camila isabella sophia gabriela andreita natalia cecilia lorena
adriana mexico1 pokemon123 blessing familia amigos bonita hermosa princesa preciosa corazon cariño estrellita mariposa
muneca gatita lokita chiquita bebita sweety sweetheart cutie cutiepie angelina angelica beautiful gorgeous diamond1
playgirl playboy1 sexy123 sexygirl sexybitch hotstuff hottie1 loser loser1 fuckyou fuckyou1 fuckyou2 bitch1 pimpin1
gangsta gangster thuglife tupac eminem1 50cent biggie rockstar rockon metallica greenday linkinpark slipknot1 nirvana1
simpleplan evanescence iloveme ilovejesus lovehurts lovers1 truelove mylove mylove1 iluvme ihateyou forever1 always
bestfriend friends1 bffs4ever sister brothers mother1 father mommy1 daddy1 momanddad grandma success1 myspace myspace1
facebook twitter google yahoo gmail linkedin internet1 computer1 windows1 microsoft samsung1 nokia motorola iphone
android apple123 letmein123 welcome123 admin123 admin1 administrator root123 toor1 qwerty12 qwerty1234 qwerty12345
qwerty123456 q1w2e3 q1w2e3r4 q1w2e3r4t5 qweasd qweasdzxc qweqwe qweqweqwe asdasd asdasd123 asd123 asdf1234 asdfghjkl
asdfjkl zxczxc zxcvbnm1 zxc123 zaqwsx zaq123 zaq1zaq1 wsxedc qazxsw qazxswedc qaz123 1qazxsw2 p@ssw0rd p@ssword
passw0rd1 pa55word pass123 pass1234 password12 password1234 password2 password3 password! passwort passord motdepasse
contraseña contrasena parola geheim haslo heslo salasana lozinka sifre sifre123 wachtwoord welkom welkom01 bonjour
soleil azertyuiop doudou loulou marseille chouchou nicolas camille juliette toulouse coucou jetaime bienvenue hallo
hallo123 schatz sommer werder bayern schalke04 deutschland frankfurt ficken arschloch lollol lol123 haha123 hahaha1
blabla blablabla test1 test12 test1234 test12345 testing1 testpass tester1 guest guest123 user123 user1 user1234
demo123 changeme changeme1 change default secret1 secret123 access1 login login123 master123 superuser system1 server
support manager senha senha1 senha12 senha123 senha1234 senha12345 senha123456 minhasenha novasenha mudar mudar123
123mudar brasil brasil1 brasil10 brasil123 flamengo flamengo1 flamengo10 corinthians timao1910 palmeiras saopaulo
santos santos10 gremio internacional cruzeiro atletico galo13 vasco vasco123 vascodagama botafogo fluminense bahia
vitoria sport123 futebol futebol1 amor123 amorzinho teamo123 euteamo meuamor minhavida minhamae meufilho minhafilha
gatinha gatinho princesa1 docinho lindinha bonequinha fofinha estrela borboleta cachorro gatinho1 felicidade familia1
deusefiel deus123 deuspai jesus123 jesuscristo jesusteama jesuseamor senhor senhorjesus gospel igreja evangelho
salmo91 salmos23 gabriel1 gabriel123 rafael rafael1 rafael123 rodrigo rodrigo1 lucas lucas1 lucas123 matheus matheus1
mateus felipe felipe1 felipe123 bruno bruno123 gustavo gustavo1 guilherme leonardo leonardo1 thiago tiago marcelo
marcos marcio mauricio fabio flavio sergio renato renata roberta fernanda fernanda1 juliana juliana1 patricia1 camila1
camila123 amanda1 amanda123 beatriz larissa leticia mariana1 mariana123 marianne bianca bruna bruna123 carla aline
priscila raquel vanessa1 viviane tatiane simone sandra1 sonia luciana lucas10 luciano joao123 joaopedro joaovitor
pedro123 pedro1 paulo paulo123 jose123 maria123 maria1 mariajose ana123 anajulia anaclara anapaula luana luiza isabela
isadora rebeca eduardo1 eduardo123 ricardo1 antonio1 carlos123 daniel123 diego diego123 victor1 vitor123 vinicius
henrique caio123 igor123 murilo otavio samuel1 davi123 miguel1 arthur1 enzo123 heitor bernardo lorenzo alice laura
manuela helena valentina1 sophia1 isabella1 julia julia123 livia yasmin nicole123 melissa1 esther teste teste1 teste12
teste123 teste1234 acesso acesso123 sistema sistema123 empresa empresa123 cliente cliente123 usuario usuario123 vendas
vendas123 suporte suporte123 atendimento admin@123 admin1234 admin12345 admin123456 adm123 adm12345 gerente caixa
financeiro escritorio recepcao operador 102030 10203040 1020304050 112233445566 11223344 1122334455 142536 147258
159357 159951 258456 321321 456456 456123 741852 741852963 753951 789456123 789789 852456 963852 963852741 987456
aaa111 abc1234 abcd123 abcde abcde123 abcdefgh a1b2c3 a1b2c3d4 a1b2c3d4e5 aabbcc q1q1q1 qwe123qwe asdqwe123 1a2b3c
1a2b3c4d 123abc123 123456abc abc123456 abcabc 12qwaszx 12345a 12345q 12345qwert 123456aa 123456b 123456m 123456s
1234abcd 1234567a 1234567q 12345678a 12345678910 123456789q 0123456 01234567 0123456789 012345 0987654321 098765
9876543210 98765432 98765 7654321 333666 369369 777888 888999 999888 696969a 520520 5211314 1314520 woaini woaini1314
zhang123 asd123456 qq123456 aa112233 abc123abc wang123 li123456 iloveyou3 google123 superman123 batman123 monkey123
dragon123 football123 baseball123 letmein12 shadow123 master12 killer123 hello123 hello12 hola123 holahola hola1234
america1 argentina bocajuniors riverplate boca12 colombia peru123 chile123 ecuador venezuela bolivia uruguay paraguay
espana madrid sevilla valencia lisboa portugal portugal1 benfica sporting fcporto angola mocambique turkiye istanbul
galatasaray fenerbahce besiktas trabzon ankara izmir ataturk askim askim1 canim ahmet mehmet mustafa 123456asd
galatasaray1905 fenerbahce1907 besiktas1903 polska kochanie misiek bartek mateusz kacper polska1 lech123 legia1 italia
juventus1 napoli milano roma123 inter123 forzamilan ciaociao andrea1 francesco giuseppe alessandro alessia martina
giulia russia1 nastya natasha1 dmitry sergey andrey lapochka ghjcnj gfhjkm qwertyui1 marinochka kolokolchik vfhbyf
yfnfif fylhtq india india123 ganesh krishna shivam saibaba sairam omsairam jaimatadi hanuman bhagwan mumbai indian1
pakistan1 pakistan123 allah allah1 allah786 786786 bismillah muhammad mohamed ahmed ahmed123 ali123 hassan hussain
ibrahim khadija fatima egypt philippines pinoy jollibee mahalkita mahalko iloveyou143 143143 bulaklak indonesia sayang
sayangku bismillah1 jakarta doraemon rahasia kucing merdeka malaysia vietnam anhyeuem anhyeuem1 tinhyeu matkhau
thailand korea123 sakura tokyo123 japan123 hiroshi aaron abigail abraham adidas1 adrian adrian1 aerosmith agent007
airforce alabama alberto alejandra aleksandr alessio alexander1 alexandre alexandru alfredo alice1 alina alison1 allen
allstar alonso alpine amadeus amazing ambrosia america123 amelia amsterdam anastasia andre andrei android1 angeles
angelita angie angus anime annette annie annika antoine apache aquarius archer archie ariana ariane ariel armando
arrow arturo asdfasdf1 ashleigh ashton asterix astro athena atlanta atlantis audrey aurora avatar awesome awesome1
babyblue babydoll babyface babyphat backspace baller bananas bandit barbie1 barbara1 baron barry basket basketball
basketball1 bball beagle beaner beatrice beauty becky beetle belinda bella bella1 bella123 benfica1 benji benny
bernard bertha bessie betty beyonce bicycle bigfoot bigger bigmike bingo biology birthday biscuit bitchy blackcat
blackie blacky blade blanca blaster blaze blazer1 blizzard blondie blossom blueberry bluebird bluesky bobby1 bobcat
bobmarley bonjovi bookworm boomer1 boris boston1 bowling brandy1 braves1 brenda1 bridget brigitte bright britain
britney1 bronze bruce brucelee brutus1 bubble bubblegum bubbles1 buckeye buckeyes buddy1 buddy123 budweiser buffy
bugsbunny bunny1 burger business buster1 butterfly1 buttons caesar caitlin cal123 caleb california calimero callie
camelot camera camilla campbell canada1 cancer candy1 candyman canon captain1 caramel cardinals carebear carlito
carmen1 carolyn cartoon casanova casey casino cassandra castle catalina catdog catherine cathy catwoman celeste celine
central chandler changes chaos charlene charlotte cheche cheerleader chelsea123 cherish cherry1 cheyenne chicken1
chico chinita chocolate1 chocolat christina christine christmas chrissy chucky cinderella cindy clarissa claude
clement cleopatra clover cobra1 cocoa coconut codered coldplay colleen colombia1 comando company connect converse
cookies cooldude cooper1 coolio corazon1 cottoncandy country courage cowboys1 cowgirl crazy1 cristina crystal1 cuddles
cupcake curtis cynthia cyprus daddy123 daddysgirl daisy daisy1 dakota1 dallas1 damian dance dancer1 dancing daniela1
danny danny1 darius darkangel darling darren darwin davidson dawson deadman deanna december1 deftones delfin delta
denise1 derek desire desmond desperado destiny1 deutsch devil devildog devilmaycry devin dexter1 diamonds diana dianne
dietcoke dilbert dimples dinamo dingdong dinosaur direct director dirtbike discovery doberman dodger doggy dolly
dominic dominick dominique donna donnie doodle dorothy dracula dragons dragonfly dreamcast ducky dustin dylan dylan1
dynamite eagles1 earth eastside easter eclipse1 edgar edison edwin einstein1 electro element eleven elliot elvira
elvis1 emerald emily emily1 emilia emmanuel enrique erica erika ernesto escorpion esmeralda esperanza estefania
estrella1 eternity ethan evelyn everest everlast evolution excalibur express ezequiel fabian fabiana faith faithful
falcons fallout familia123 fantasia fatboy fatima1 federico felicia felicity felix feline fernandez ferrari1 fighter
filipe finance firebird firefly fireball firefox fishing1 fishhead flames flamingo florence florian floyd flower1
fluffy1 football12 foster foxylady francisco franco freak freddie frederic freedom1 freestyle frisco froggie frosty
fuckoff1 funny fussball futbol gabby gabrielle galaxy galileo gamecube games gamer garden gareth gasman gatito geheim1
geminis georgina gerald gerard german germany getmoney ghetto ghost giancarlo gilbert giovanni girlpower gizmo gizmo1
glitter gloria godfather godislove goldberg goldfish goldie golfing gonzalo goodluck google1 gorilla grace grace1
graham grandma1 granny gravity greatone greenbay greenday1 griffin grizzly groovy guadalupe guillermo guitar1 gunners
gymnast hamilton hamish hamster handsome hansolo happiness happy123 happyday hardrock harley1 harmony harold harrison
harry harrypotter hatelove hawaii1 hawkeyes hayden heather1 heavenly hector helen hello2 hellsing helloworld heritage
hermione hetfield highland hiphop hitler hockey1 hogwarts holiday holly holland hollywood homeboy homerun honda1
honduras honey1 honeybee hotboy hotchick hotpink hottest houston1 howdy hubert hummer1 hunter12 hurley hurricane
icecream icecube ignacio illusion iloveyou12 iloveyou123 imagine impala imperial india1 indiana indigo infinite
inferno ingrid inuyasha ireland1 irene irina irish ironmaiden isaac isabel isabelle islam ismael israel italia1
italian jackie1 jackpot jackson5 jackson1 jacob jacob1 jaguar1 jamaica james007 james1 jamie jancok janet janice
jason1 jasper1 jayden jayjay jeanette jeepers jellybean jenifer jennifer1 jeremiah jerome jersey jesse jessica123
jesuslovesme jewels jimbo jimmy1 joanna joanne jocelyn johanna johnny johnny1 joker joker1 jonas jonathan123 jordan12
jordan123 joseluis josephine journey joyjoy judith juggalo julian juliano julie juliet julius jumper junebug junior1
jupiter1 justice1 justine justinbieber kaitlyn karate karen kathleen kathryn katherine katrina kayla kayla1 keith
kelly1 kelsey kendall kenneth kenny kenshin kestrel kevin1 kevin123 kickass killbill killers killme kimberly1 kingdom
kingkong kingston kisses kissme kitkat kittycat kitty1 kittens knicks knights kobe24 kristin kristina kristine krystal
ladybug ladybird lakers1 lakers24 lalala lalalala lancer laptop larry latina latino laura1 laurence laurie lavender
leanne leather1 lebron lebron23 legacy leicester lemonade lennon leonel leonard leopard lesley lestat lewis libra
library lifeisgood lightning lillian lilman limited linda lindsay lindsey linkin lionel lionking lions liquid little1
littleman lizzie lollipop lollypop lonely lonewolf lopez lorraine lottery louis louisa louise1 loveable lovebird
lovebug lovegod lovely1 loveless lovergirl lovers2 loveyou1 loveyou2 loyalty lucifer lucia luckydog lucky13 lucky7
lucky777 luckyme luisito lullaby luther
`;

const WANTED = 3_000;

/** Runs of digits up and down, one sign or pair repeated, and years. */
function* digitRuns(): Generator<string> {
  const up = "01234567890123456789";
  const down = [...up].reverse().join("");
  for (let length = 5; length <= 10; length++) {
    for (const digit of "0123456789") yield digit.repeat(length);
    for (let from = 0; from < 3; from++) {
      yield up.slice(from, from + length);
      yield down.slice(from, from + length);
    }
  }
  for (const letter of "abcdefghijklmnopqrstuvwxyz") for (const length of [5, 6, 8]) yield letter.repeat(length);
}
/** Walks along the rows of a keyboard, also backwards and with digits behind. */
function* walks(): Generator<string> {
  for (const row of ["qwertyuiop", "asdfghjkl", "zxcvbnm", "1q2w3e4r5t6y", "1qaz2wsx3edc4rfv", "qazwsxedcrfv"]) {
    for (let length = 5; length <= row.length; length++) {
      const walk = row.slice(0, length);
      yield walk;
      yield [...walk].reverse().join("");
      yield `${walk}1`;
      yield `${walk}123`;
    }
  }
}
/** First names and favourite words with the digits people put behind them. */
function* namesWithDigits(): Generator<string> {
  const names =
    "maria ana joao jose pedro lucas gabriel rafael bruno felipe amor deus jesus senha brasil amigo admin teste " +
    "john david james michael daniel sarah laura love juan carlos luis jorge ali mehmet ahmet";
  for (
    const digits of [
      "123",
      "1",
      "12",
      "1234",
      "12345",
      "123456",
      "10",
      "01",
      "2020",
      "2021",
      "2022",
      "2023",
      "2024",
      "2025",
    ]
  ) {
    for (const name of names.split(" ")) if (name.length + digits.length >= 5) yield `${name}${digits}`;
  }
}

function build(): ReadonlySet<string> {
  const all = new Set(words.trim().split(/\s+/));
  for (const rule of [digitRuns, walks, namesWithDigits]) {
    for (const made of rule()) if (all.size < WANTED) all.add(made);
  }
  return all;
}
export const commonPasswords = build();
