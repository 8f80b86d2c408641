import { menuGroup, type Area } from '#kernel/area.ts'
import { label } from '#kernel/label.ts'

export const systemArea: Area = {
  name: 'system',
  title: label('시스템', 'System'),
  menus: [
    menuGroup('sys', label('시스템', 'System'), 'sys', [
      ['User', 'USR', '사용자관리', 'Users'],
      ['UserMgr', 'USM', '사용자 권한관리', 'User permissions'],
      ['Registration', 'RGS', '사용 신청 승인', 'Access requests'],
      ['GrantRequest', 'GRQ', '권한 요청 승인', 'Permission requests'],
      ['Menu', 'MNU', '메뉴관리', 'Menus'],
      ['MenuByRole', 'MBR', '역할별 메뉴', 'Menus by role'],
      ['Screen', 'SCRN', '화면관리', 'Screens'],
      ['CommonCode', 'CCD', '공통코드', 'Common codes'],
      ['DataDic', 'DDC', '데이터사전', 'Data dictionary'],
      ['Corp', 'CORP', '회사관리', 'Company'],
      ['AutonoRule', 'ANR', '자동채번규칙', 'Auto-number rules'],
      ['DevTest', 'DVT', '개발 테스트', 'Development test'],
    ]),
    menuGroup('his', label('이력', 'History'), 'his', [
      ['ActiveJobList', 'AJL', '실행 중인 작업', 'Running jobs'],
      ['JobManagement', 'JMG', '배치작업 관리', 'Job management'],
    ]),
    {
      id: 'cms',
      title: label('공통관리', 'Common management'),
      entries: [],
      groups: [
        menuGroup('cms-comm', label('공통', 'Common'), 'cms/comm', [
          ['CmsCommonCode', 'CMCC', '공통코드관리', 'Common code management'],
          ['CmsDataDicMgt', 'CMDD', '데이터사전관리', 'Data dictionary management'],
          ['CmsLangMgt', 'CMLG', '다국어관리', 'Language management'],
          ['CmsMenuMgt', 'CMMN', '공통 메뉴관리', 'Menu management'],
          ['CmsScreenMgt', 'CMSC', '공통 화면관리', 'Screen management'],
          ['CmsUserMgt', 'CMUS', '공통 사용자관리', 'User management'],
          ['CmsRoleMenuMgt', 'CMRM', '역할 메뉴관리', 'Role menus'],
          ['CmsRoleButtonMgt', 'CMRB', '역할 버튼관리', 'Role buttons'],
          ['CmsSvcRoleMgt', 'CMSR', '서비스 역할관리', 'Service roles'],
        ]),
        menuGroup('cms-log', label('로그', 'Logs'), 'cms/log', [
          ['CmsErrorLogList', 'CMEL', '오류 로그', 'Error log'],
          ['CmsSecurityLog', 'CMSL', '보안 로그', 'Security log'],
        ]),
        menuGroup('cms-setting', label('설정', 'Settings'), 'cms/setting', [
          ['CmsAutonoRuleMgt', 'CMAR', '자동채번규칙관리', 'Auto-number rule management'],
          ['CmsLoginRule', 'CMLR', '로그인 규칙', 'Login rules'],
        ]),
      ],
    },
  ],
  popups: [
    menuGroup('sys-pop', label('시스템 팝업', 'System popups'), 'pop', [
      ['CommonPopup', 'PCOM', '코드 찾기', 'Code lookup'],
      ['AttachFilePopup', 'PATF', '첨부파일', 'Attachments'],
      ['InputTextBoxPopup', 'PITB', '텍스트 입력', 'Text entry'],
      ['OzReportPopup', 'POZR', '보고서 보기', 'Report viewer'],
      ['SendEmailPopup', 'PEML', '이메일 보내기', 'Send email'],
      ['UserRolePopup', 'PURL', '사용자 역할', 'User roles'],
    ]),
    menuGroup('cms-pop', label('공통관리 팝업', 'Common management popups'), 'cms/popup', [
      ['CmsCommonPopup', 'PCMCM', '공통관리 코드 찾기', 'Common management code lookup'],
      ['CmsCorpPopup', 'PCMCP', '법인 찾기', 'Corporation lookup'],
      ['CmsCustomerPopup', 'PCMCU', '거래처 찾기', 'Customer lookup'],
      ['CmsCustomerAbbrPopup', 'PCMCA', '거래처 약칭 찾기', 'Customer abbreviation lookup'],
      ['CmsDocumentPopup', 'PCMDC', '문서 찾기', 'Document lookup'],
      ['CmsExchangeRatePopup', 'PCMER', '환율 찾기', 'Exchange rate lookup'],
      ['CmsOrganizationPopup', 'PCMOR', '조직 찾기', 'Organization lookup'],
      ['CmsReportPopup', 'PCMRP', '보고서 찾기', 'Report lookup'],
      ['CmsSchedulerPopup', 'PCMSC', '스케줄러 설정', 'Scheduler settings'],
      ['CmsUsedPhrasePopup', 'PCMUP', '상용구 찾기', 'Phrase lookup'],
    ]),
  ],
  hidden: [
    {
      id: 'start',
      title: label('시작', 'Start'),
      entries: [
        // The product specification titles this tab in English in both languages.
        { route: 'Home', abbr: 'HOME', path: '/', title: label('Home', 'Home') },
        { route: 'login', abbr: 'LOGIN', path: '/login', title: label('로그인', 'Log in') },
      ],
    },
    menuGroup('login-pages', label('로그인 화면', 'Login pages'), 'login', [
      ['id-search', 'LGID', '아이디 찾기', 'Find user ID'],
      ['popup', 'LGPOP', '로그인 팝업', 'Login popup'],
      ['privacy-policy', 'LGPP', '개인정보처리방침', 'Privacy policy'],
      ['pw-init', 'LGPW', '비밀번호 재설정', 'Reset password'],
      ['register', 'LGREG', '사용 신청', 'Request access'],
    ]),
    menuGroup('admin', label('내 정보', 'My Info'), 'admin', [
      ['ChangeMe', 'CHGME', '내 정보', 'My Info'],
    ]),
    menuGroup('error', label('오류', 'Error'), 'error', [['NoExistPage', 'NOEX', '오류', 'Error']]),
    menuGroup('dev-layout', label('배치 견본', 'Layout samples'), 'z-dev/layout', [
      ['layout1', 'ZLA', '배치 견본 1', 'Layout sample 1'],
      ['layout2', 'ZLB', '배치 견본 2', 'Layout sample 2'],
      ['layout3', 'ZLC', '배치 견본 3', 'Layout sample 3'],
      ['layout5', 'ZLE', '배치 견본 5', 'Layout sample 5'],
      ['layout6', 'ZLF', '배치 견본 6', 'Layout sample 6'],
      ['layout7', 'ZLG', '배치 견본 7', 'Layout sample 7'],
      ['layout8', 'ZLH', '배치 견본 8', 'Layout sample 8'],
    ]),
    menuGroup('dev-template', label('화면 요소 견본', 'Component samples'), 'z-dev/template', [
      ['chart', 'ZCHT', '차트 견본', 'Chart sample'],
      ['control', 'ZCTL', '입력 견본', 'Control sample'],
      ['grid', 'ZGRD', '그리드 견본', 'Grid sample'],
    ]),
  ],
}
