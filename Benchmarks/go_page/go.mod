module go_page

go 1.19
