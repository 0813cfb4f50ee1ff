import Testing

@Suite struct ValuePlaceTests {
    @Test(
        "A value in a template is escaped for the place where it stands",
        arguments: [
            ("{{ x }}", "text"),
            ("<p>{{ x }}</p>", "text"),
            ("<!-- c --><p>{{ x }}</p>", "text"),
            ("<!-->{{ x }}<!-- -->", "text"),
            ("<!--->{{ x }}", "text"),
            ("<title>{{ x }}</title>", "text"),
            ("<TEXTAREA>{{ x }}</textarea>", "text"),
            ("<script src='/a'></script>{{ x }}", "text"),
            ("<style>a > b { color: red }</style >{{ x }}", "text"),
            ("<br/>{{ x }}", "text"),
            ("<input disabled>{{ x }}", "text"),
            ("<a title=x>{{ x }}</a>", "text"),
            ("<a title='<!--'>{{ x }}</a>", "text"),
            ("<p class=\"{{ x }}\">", "attribute"),
            ("<p class = 'a {{ x }}'>", "attribute"),
            ("<p data-href='{{ x }}'>", "attribute"),
            ("<p hidden class='{{ x }}'>", "attribute"),
            ("<meta name=description content='{{ x }}'>", "attribute"),
            ("<p title='a > \"b\" < {{ x }}'>", "attribute"),
            ("<a href=\"{{ x }}\">", "url"),
            ("<A HREF='{{ x }}?a=b'>", "url"),
            ("<img src='{{ x }}'>", "url"),
            ("<form action='{{ x }}'>", "url"),
            ("<button formaction='{{ x }}'>", "url"),
            ("<svg><use xlink:href='{{ x }}'/></svg>", "url"),
            ("<object data='{{ x }}'>", "url"),
            ("<a href='/{{ x }}'>", "urlSegment"),
            ("<a href='/tasks/{{ x }}/delete'>", "urlSegment"),
            ("<a href='tasks/{{ x }}'>", "urlSegment"),
            ("<a href='https://example.org/{{ x }}'>", "urlSegment"),
            ("<a href='/tasks{{#if a}}?b{{/if}}{{ x }}'>", "urlSegment"),
            ("<a href='?a={{ x }}'>", "urlComponent"),
            ("<a href='#{{ x }}'>", "urlComponent"),
            ("<a href='/tasks?a=b&amp;c={{ x }}'>", "urlComponent"),
            ("<a href='/tasks#{{ x }}'>", "urlComponent"),
            ("<a href='mailto:{{ x }}'>", "urlComponent"),
            ("<a href='HTTPS://example.org?{{ x }}'>", "urlComponent"),
        ])
    func place(source: String, method: String) throws {
        #expect(try statements(source).contains("html.\(method)(x)"))
    }

    @Test("Behind a whole URL a query can go on with values")
    func queryBehindURL() throws {
        #expect(try statements("<a href='{{ x }}?y={{ y }}'>").contains("html.urlComponent(y)"))
        #expect(try statements("<a href='{{ x }}&amp;y={{ y }}'>").contains("html.urlComponent(y)"))
    }

    @Test(
        "A mark is refused where escaping can't make it safe",
        arguments: [
            ("<p class={{ x }}>", "without quotation marks"),
            ("<p class= {{ x }}>", "without quotation marks"),
            ("<p class=a{{ x }}>", "without quotation marks"),
            ("<{{ x }}>", "begins no tag"),
            ("<p{{ x }}>", "in a tag's name"),
            ("<p {{ x }}>", "outside an attribute's value"),
            ("<p {{ x }}='y'>", "outside an attribute's value"),
            ("<p data-{{ x }}='y'>", "outside an attribute's value"),
            ("<p class {{ x }}>", "outside an attribute's value"),
            ("<p class='a'{{ x }}>", "outside an attribute's value"),
            ("</p {{ x }}>", "outside an attribute's value"),
            ("<!-- {{ x }} -->", "in a comment"),
            ("<!--{{#if a}}-->{{/if}}", "in a comment"),
            ("<!-- --{{! x }}> {{ x }}", "in a comment"),
            ("<!doctype {{ x }}>", "in the doctype"),
            ("<script>{{ x }}</script>", "inside <script>"),
            ("<script>'</scripty>'{{ x }}</script>", "inside <script>"),
            ("<SCRIPT>{{#if a}}{{/if}}</SCRIPT>", "inside <script>"),
            ("<script>{{asset \"app.css\"}}</script>", "inside <script>"),
            ("<style>{{ x }}</style>", "inside <style>"),
            ("<iframe>{{ x }}</iframe>", "inside <iframe>"),
            ("<p onclick='{{ x }}'>", "in the attribute onclick"),
            ("<p ONCLICK='{{ x }}'>", "in the attribute onclick"),
            ("<p onclick='{{#if a}}b{{/if}}'>", "in the attribute onclick"),
            ("<p style='color: {{ x }}'>", "in the attribute style"),
            ("<img srcset='{{ x }}'>", "in the attribute srcset"),
            ("<iframe srcdoc='{{ x }}'>", "in the attribute srcdoc"),
            ("<script src='{{ x }}'></script>", "in the attribute src"),
            ("<base href='{{ x }}'>", "in the attribute href"),
            ("<meta http-equiv=refresh content='{{ x }}'>", "in the attribute content"),
            ("<meta {{#if a}}http-equiv='refresh'{{/if}} content='{{ x }}'>", "in the attribute content"),
            ("<meta content='{{ x }}' http-equiv=refresh>", "put http-equiv before content"),
            ("<svg><set attributeName=href to='{{ x }}'>", "in the attribute to"),
            ("<a href='javascript:{{ x }}'>", "URL's beginning"),
            ("<a href='data:{{ x }}'>", "URL's beginning"),
            ("<a href='{{#if a}}java{{/if}}script:{{ x }}'>", "URL's beginning"),
            ("<a href='//{{ x }}'>", "URL's beginning"),
            ("<a href='/\\{{ x }}'>", "URL's beginning"),
            ("<a href='https://{{ x }}/'>", "URL's beginning"),
            ("<a href='https:{{ x }}'>", "URL's beginning"),
            ("<a href='&#106;avascript:/{{ x }}'>", "URL's beginning"),
            ("<a href='/&#47;{{ x }}'>", "URL's beginning"),
            ("<a href=' {{ x }}'>", "URL's beginning"),
            ("<a href='tasks{{ x }}'>", "URL's beginning"),
            ("<a href='{{ x }}{{ y }}'>", "URL's beginning"),
            ("<a href='{{ x }}/y'>", "behind a value that is a whole URL"),
            ("<a href='{{ x }}:y'>", "behind a value that is a whole URL"),
            ("<a href='{{#if a}}/{{/if}}{{ x }}'>", "URL's beginning"),
            ("<title>{{> x }}</title>", "another template"),
            ("<p class='{{> x }}'>", "another template"),
            ("<textarea>{{content}}</textarea>", "another template"),
            ("<pre>{{> x }}</pre>", "no other template can stand inside <pre>"),
            ("<pre><b>\n{{content}}</b></pre>", "no other template can stand inside <pre>"),
            ("<pre>{{#if a}}{{> x }}{{/if}}</pre>", "no other template can stand inside <pre>"),
            ("<PRE>{{#layout x}}{{/layout}}</PRE>", "no other template can stand inside <pre>"),
            ("<title>{{#layout x}}{{/layout}}</title>", "another template"),
        ])
    func refused(source: String, message: String) throws {
        let found = try #require(fault(source))
        #expect(found.contains(message), "\(found)")
    }

    @Test(
        "Markup that browsers repair is refused, because its meaning could differ from the compiler's",
        arguments: [
            "1 < 2", "<3", "</>", "<?xml?>", "<![CDATA[x]]>", "<p class=\"a\"b>", "<p =x>", "<p \"x\">", "<p class=>",
            "<p class=a\"b>",
            "<p<b>",
            "<p class='a''>", "<title><b></title>", "<script><!--</script>", "<!-- x --!>",
        ])
    func markup(source: String) {
        #expect(fault(source + " ") != nil)
    }
}
